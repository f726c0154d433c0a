/** The texts of `sparring help TOPIC`. */
export const topics: ReadonlyMap<string, { readonly title: string; readonly text: string }> = new Map([
  [
    'seed',
    {
      title: 'The seed file: initial users, applications, organizations and tokens',
      text: `YAML or JSON, given with --seed. Applying the file again changes nothing.

users:
  - { login: mona, password: correct-horse-1, name: Mona, email: mona@example.com }
  - { login: hubot, password: battery-staple-2, two_factor: { method: app, secret: JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP } }
  - { login: siteadmin, password: admin-admin-4, site_admin: true }
applications:
  - name: Build Bot
    url: https://buildbot.example
    client_id: 0123456789abcdef0123
    client_secret: 0123456789abcdef0123456789abcdef01234567
    owner: mona
    callback_url: https://buildbot.example/callback
organizations:
  - { login: acme, name: Acme, members: [mona], saml: enforced }
authorizations:
  - user: mona
    client_id: 0123456789abcdef0123
    token: 89abcdef0123456789abcdef0123456789abcdef
    scopes: [repo]
    fingerprint: laptop
  - { user: mona, note: backup, token: 0123456789abcdef0123456789abcdef89abcdef, organizations: [acme] }

An authorization without client_id is a personal access token; it may have note and note_url. To access an
organization that enforces single sign-on, list the organization in organizations, or allow the token on the page
that a rejected call names. A user may have suspended: true and email_verified: false.`,
    },
  ],
  [
    'two-factor',
    {
      title: 'One-time passwords by app or text message, and how scripts get them',
      text: `In a seed file, or with sparring user two-factor LOGIN:
  two_factor: { method: app, secret: JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP }
  two_factor: { method: sms, phone: "+15550100" }

Calls with a password then require a code in the X-GitHub-OTP header. Text messages go to the outbox only, and are sent
only for a POST, PUT or PATCH to /authorizations or below without a code.

sparring outbox LOGIN --url URL       prints the newest code that a running server sent
sparring user code LOGIN --url URL    prints the current code by the server's clock, also for an app

Without --url, both read the database. A text message is valid for ten minutes. A code may be used again while it is
valid, except with --no-one-time-password-reuse. Wrong codes count toward the lockout; missing codes do not.`,
    },
  ],
  [
    'lifecycle',
    {
      title: 'The lifecycle of the API: deprecation, brownouts, removal',
      text: `--lifecycle deprecated  available, with deprecation headers: the default
--lifecycle supported   available, without deprecation headers
--lifecycle github      the dates of github.com: deprecated from 2020-02-14, brownouts on 2020-09-30 and 2020-10-28 at
                        07:00-10:00 and 16:00-19:00 UTC, removed from 2020-11-13T16:00:00Z
--lifecycle FILE        your own schedule, in YAML or JSON

phases:
  - { phase: deprecated, from: 2030-01-15, documentation_url: "https://ghe.example/why" }
  - { phase: brownout, from: 2030-03-01T07:00:00Z, until: 2030-03-01T10:00:00Z, status: 503 }
  - { phase: removed, from: 2030-06-01, message: It is gone., headers: { X-Successor: web flow } }

If several phases apply, the one that began last is used; if none applies, the API is supported. Calls get 410 with
Retry-After in a brownout and 404 after the removal; status, message, documentation_url and body override this. headers
are added to every response of the phase; null removes a header. The phases apply to /authorizations and
/applications/grants; path_tokens has those of endpoints with a token in the path. During brownouts and after the
removal, passwords are rejected with 401 everywhere else.

sparring --lifecycle github --now 2020-09-30T08:00:00Z             a server in the first brownout
sparring lifecycle --lifecycle github --at 2020-10-28T08:00:00Z    its responses at that time
sparring lifecycle --url http://127.0.0.1:8080                     the current responses of a running server`,
    },
  ],
  [
    'flows',
    {
      title: 'The web flow and the device flow: tokens through a browser',
      text: `An application needs a callback URL, in a seed file (callback_url), at /settings/developers or by
sparring app add NAME --homepage URL --callback-url URL. Ports of loopback addresses are not compared.

1  Send the user to /login/oauth/authorize?client_id=ID&scope=repo%20gist&state=STATE
2  The browser returns to the callback with code=CODE&state=STATE, or with error=access_denied
3  POST /login/oauth/access_token with client_id, client_secret and code

A device without a browser sends POST /login/device/code with client_id and scope, and shows the user_code, which the
user enters at /login/device. The device then polls POST /login/oauth/access_token with client_id, device_code and
grant_type=urn:ietf:params:oauth:grant-type:device_code until it gets a token.

Responses are form-encoded, or JSON with Accept: application/json. Users review and revoke applications at
/settings/applications.`,
    },
  ],
  [
    'control',
    {
      title: 'The control API at /_sparring: controlling a running server',
      text: `For programs on this machine, a reverse proxy included. With a control token, for clients that have it only; with
--control-port, on a port of its own only. Set the token in SPARRING_CONTROL_TOKEN or in a file with --control-token-file,
because process lists show the value of --control-token.

POST /_sparring/seed         applies seed data in JSON
POST /_sparring/reset        restores the state after the start and removes everything else
POST /_sparring/snapshots    saves the state; POST /_sparring/snapshots/ID/restore restores it
PUT  /_sparring/clock        {"freeze":"2020-11-13T16:00:00Z"}, {"advance":"1h"}, {"set":TIME} or {"release":true}
PUT  /_sparring/lifecycle    {"preset":"github"}, or your own phases
POST /_sparring/rules       {"match":{"path":"/authorizations"},"error":{"status":503},"count":2}
GET  /_sparring/outbox?login=mona, /_sparring/audit/uses, /_sparring/health

sparring clock, outbox, requests, audit, lifecycle and user code call it with --url http://127.0.0.1:8080, or with SPARRING_URL.
The reference is at /docs of a running server.`,
    },
  ],
  [
    'database',
    {
      title: 'Where data is stored',
      text: `--database memory                                   nothing is stored after the process ends
--database sqlite:PATH                              one file; other commands may use it while the server runs
--database postgres://USER:PASSWORD@HOST:PORT/NAME  for several servers; requires the package pg

sparring backup FILE copies a SQLite file while the server runs, and sparring restore FILE replaces it while the server
is stopped. For PostgreSQL, use pg_dump and pg_restore.

The default is a SQLite file in the user's data folder, which sparring config shows. To hide a password, put the URL in
a file and set SPARRING_DATABASE_FILE to its path.`,
    },
  ],
  [
    'settings',
    {
      title: 'Flags, variables and the configuration file',
      text: `Each setting is a flag (--max-body-size 64k), a variable (SPARRING_MAX_BODY_SIZE=64k) and a key of the YAML or
JSON file that --config names (max-body-size: 64k), in that order of precedence. HOST, PORT, MAX_BODY_SIZE,
MAX_DURATION, ALLOWED_REDIRECT_DOMAINS, HTTPS_CERT_FILE and HTTPS_KEY_FILE, as go-httpbin has them, are used when the
variable with SPARRING_ is not set. sparring --help-all lists all settings; sparring config prints the current values in
the format of a configuration file.

A duration is a number of seconds, or has units: 10, 1.5, 500ms, 1m30s. A size is a number of bytes, or has a unit: 64k, 1m.

Exit codes: 0 when the server was stopped, 2 when a setting, a file or the address is wrong or the database cannot be used,
1 for any other error. Ctrl-C, SIGTERM and SIGHUP stop the server; a second signal ends it while it waits for requests in
progress: 130, 143, 129.`,
    },
  ],
]);
