"""github3.py 1.3: one task a run, its outcome as JSON."""

import collections
import collections.abc
import json
import os
import sys

# Python 3.10 has removed these names, which the library imports.
for name in ("Callable", "Iterator", "Mapping", "MutableMapping"):
    setattr(collections, name, getattr(collections.abc, name))

import github3  # noqa: E402

BASE, LOGIN, PASSWORD = (os.environ[name] for name in ("WEB", "LOGIN", "PASSWORD"))
CLIENT = {"client_id": os.environ["CLIENT_ID"], "client_secret": os.environ["CLIENT_SECRET"]}


def ask():
    print("code: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def connect(**credentials):
    return github3.GitHubEnterprise(BASE, **credentials)


def as_user():
    user = connect(username=LOGIN, password=PASSWORD)
    user.session.two_factor_auth_callback(ask)
    return user


def sign_in():
    made = as_user().authorize(LOGIN, PASSWORD, scopes=["user"], note="github3.py")
    user = connect(token=made.token)
    return {"token": made.token, "login": user.user(user.me().login).login}


def family():
    user = as_user()
    made = user.authorize(LOGIN, PASSWORD, scopes=["gist"], note="github3.py")
    listed = [each.id for each in user.authorizations()]
    made.add_scopes(["user"])
    read = user.authorization(made.id)
    return {
        "id": made.id,
        "listed": listed,
        "changed": made.scopes,
        "read": read.scopes,
        "deleted": made.delete(),
        "again": made.delete(),
    }


def token_in_path():
    made = as_user().authorize(LOGIN, PASSWORD, **CLIENT)
    application = connect()
    application.set_client_id(*CLIENT.values())
    return {
        "made": {"id": made.id, "token": made.token},
        "after": [
            application.check_authorization(made.token),
            application.revoke_authorization(made.token),
            application.check_authorization(made.token),
        ],
    }


TASKS = {"sign-in": sign_in, "family": family, "token-in-path": token_in_path}
print(json.dumps(TASKS[sys.argv[1]]()))
