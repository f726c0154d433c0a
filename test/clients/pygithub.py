"""Debian's python3-github: one task a run, its outcome as JSON."""

import json
import os
import sys

try:
    from github import BadCredentialsException, Github, TwoFactorException, UnknownObjectException
except ImportError:
    sys.exit(127)


def connect(*credentials):
    return Github(*credentials, base_url=os.environ["BASE"])


user = connect(os.environ["LOGIN"], os.environ["PASSWORD"]).get_user()


def sign_in():
    wanted = {"scopes": ["user"], "note": "PyGithub"}
    try:
        made = user.create_authorization(**wanted)
    except TwoFactorException:
        print("code: ", end="", file=sys.stderr, flush=True)
        made = user.create_authorization(**wanted, onetime_password=sys.stdin.readline().strip())
    return {"token": made.token, "login": connect(made.token).get_user().login}


def read_first():
    """Nothing is sent by a call that only reads."""
    try:
        return {"tokens": len(list(user.get_authorizations()))}
    except TwoFactorException as refusal:
        return {"status": refusal.status}


def family():
    made = user.create_authorization(scopes=["gist"], note="PyGithub")
    listed = [authorization.id for authorization in user.get_authorizations()]
    made.edit(add_scopes=["user"])
    read = user.get_authorization(made.id)
    changed, found = made.scopes, read.scopes
    made.delete()
    try:
        user.get_authorization(made.id)
        again = True
    except UnknownObjectException:
        again = False
    return {"id": made.id, "listed": listed, "changed": changed, "read": found, "deleted": True, "again": again}


def wrong_password():
    try:
        return {"login": connect(os.environ["LOGIN"], "wrong").get_user().login}
    except BadCredentialsException as refusal:
        return {"status": refusal.status}


tasks = {"sign-in": sign_in, "read-first": read_first, "family": family, "wrong-password": wrong_password}
print(json.dumps(tasks[sys.argv[1]]()))
