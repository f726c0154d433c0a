"""Debian's python3-github: one task a run, its outcome as JSON."""

import json
import os
import sys

try:
    from github import Github, GithubException
except ImportError:
    sys.exit(127)


def ask_code():
    print("code: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def connect(*credentials):
    return Github(*credentials, base_url=os.environ["BASE"])


user = connect(os.environ["LOGIN"], os.environ["PASSWORD"]).get_user()


def sign_in():
    wanted = {"scopes": ["user"], "note": "PyGithub"}
    try:
        made = user.create_authorization(**wanted)
    except GithubException as refusal:
        # Its TwoFactorException is one of several that the version in hand may have.
        if type(refusal).__name__ != "TwoFactorException":
            raise
        made = user.create_authorization(**wanted, onetime_password=ask_code())
    return {"token": made.token, "login": connect(made.token).get_user().login}


tasks = {"sign-in": sign_in}
print(json.dumps(tasks[sys.argv[1]]()))
