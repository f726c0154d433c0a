/** What `sparring help TOPIC` tells beyond the commands. */
export const topics: ReadonlyMap<string, { readonly title: string; readonly text: string }> = new Map([
  [
    'seed',
    {
      title: 'The seed file: users, applications, organizations and tokens to begin with',
      text: `YAML or JSON, given with --seed. Applying it again changes nothing.

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

An authorization without client_id is a personal access token; note and note_url may be given. It reaches an
organization that enforces single sign-on when it is allowed for it, as organizations says, or on the page that
a refused call names. A user may be { suspended: true } and { email_verified: false }.`,
    },
  ],
  [
    'two-factor',
    {
      title: 'One-time passwords: by app or by text message, and how scripts get them',
      text: `In a seed file, or with sparring user two-factor LOGIN:
  two_factor: { method: app, secret: JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP }
  two_factor: { method: sms, phone: "+15550100" }

Calls with a password then need a code in the field X-GitHub-OTP. Text messages are sent nowhere but into the outbox,
and only on a POST, PUT or PATCH to /authorizations or below that came without a code.

sparring outbox LOGIN --url URL       prints the newest code that a running server sent, alone
sparring user code LOGIN --url URL    prints the code that is good now by its clock, the app's too

Without --url both read the database. A text is good for ten minutes. A code may be used again while it is good, but
not with --no-one-time-password-reuse. Wrong codes count toward the lockout, missing ones do not.`,
    },
  ],
  [
    'lifecycle',
    {
      title: 'The end of the interface: deprecation, brownouts, removal',
      text: `--lifecycle deprecated  alive, with its end announced in headers: the default, and how appliances had it
--lifecycle supported   alive, and no word of an end
--lifecycle github      the days of github.com: deprecated from 2020-02-14, brownouts on 2020-09-30 and 2020-10-28 at
                        07:00-10:00 and 16:00-19:00 UTC, removed from 2020-11-13T16:00:00Z
--lifecycle FILE        days of your own, in YAML or JSON

phases:
  - { phase: deprecated, from: 2030-01-15, documentation_url: "https://ghe.example/why" }
  - { phase: brownout, from: 2030-03-01T07:00:00Z, until: 2030-03-01T10:00:00Z, status: 503 }
  - { phase: removed, from: 2030-06-01, message: It is gone., headers: { X-Successor: web flow } }

Where several phases hold it is the one that began last; where none does, the interface is supported. A brownout is
410 with Retry-After, a removal 404; status, message, documentation_url and body make them another, and headers stand on
every answer of the phase, or with null do not. The phases are those of /authorizations and /applications/grants.
Endpoints with a token in their path have their own, under path_tokens. In brownouts and after the removal a
password is refused elsewhere too, with 401.

sparring --lifecycle github --now 2020-09-30T08:00:00Z             a server in the first brownout
sparring lifecycle --lifecycle github --at 2020-10-28T08:00:00Z    what it would answer then
sparring lifecycle --url http://127.0.0.1:8080                     what a running server answers now`,
    },
  ],
  [
    'flows',
    {
      title: 'The web and the device flow: tokens by way of a browser',
      text: `An application needs a callback URL, in a seed file (callback_url), at /settings/developers or by
sparring app add NAME --url URL --callback-url URL. Any port of loopback is as good as another.

1  Send the user to /login/oauth/authorize?client_id=ID&scope=repo%20gist&state=STATE
2  The browser comes back to the callback with code=CODE&state=STATE, or with error=access_denied
3  POST /login/oauth/access_token with client_id, client_secret and code

Without a browser of its own, a device asks POST /login/device/code with client_id and scope, shows the user_code, which
the user types at /login/device, and asks POST /login/oauth/access_token with client_id, device_code and
grant_type=urn:ietf:params:oauth:grant-type:device_code until there is a token.

Answers are forms; Accept: application/json makes them JSON. Users see and revoke at /settings/applications what they
have let in.`,
    },
  ],
  [
    'control',
    {
      title: 'The control API at /_sparring: directing a running server',
      text: `For programs on this machine, and elsewhere for those with the control token. Put
the token into SPARRING_CONTROL_TOKEN, or into a file for --control-token-file: a list of processes shows what
stands behind --control-token.

POST /_sparring/seed         what a seed file says, as JSON
POST /_sparring/reset        back to what the start put there: everything else is removed
POST /_sparring/snapshots    keeps all as it is; POST /_sparring/snapshots/ID/restore brings it back
PUT  /_sparring/clock        {"freeze":"2020-11-13T16:00:00Z"}, {"advance":"1h"}, {"set":TIME} or {"release":true}
PUT  /_sparring/lifecycle    {"preset":"github"}, or phases of your own
POST /_sparring/faults       {"match":{"path":"/authorizations*"},"do":{"status":503},"count":2}
GET  /_sparring/outbox?login=mona, /_sparring/audit/uses, /_sparring/health

sparring clock, outbox, audit, lifecycle and user code call it with --url http://127.0.0.1:8080, or with SPARRING_URL.
All of it stands at /docs of a running server.`,
    },
  ],
  [
    'database',
    {
      title: 'Where data is kept',
      text: `--database memory                                   nothing outlives the process
--database sqlite:PATH                              one file; other commands may use it meanwhile
--database postgres://USER:PASSWORD@HOST:PORT/NAME  for several servers; needs the package pg

Without it: a SQLite file in the user's data folder, which sparring config shows. To keep a password out of
sight, put the URL into a file and name that in SPARRING_DATABASE_FILE.`,
    },
  ],
  [
    'settings',
    {
      title: 'Flags, variables and the configuration file',
      text: `Each setting is a flag (--max-body-size 64k), a variable (SPARRING_MAX_BODY_SIZE=64k) and a key of the YAML or
JSON file that --config names (max-body-size: 64k). They count in that order. HOST, PORT, MAX_BODY_SIZE and
MAX_DURATION count where the variable with SPARRING_ is not set. sparring --help lists all settings;
sparring config prints those in force, in a form that can be kept as a configuration file.

A duration is a number of seconds, or has units: 10, 1.5, 500ms, 1m30s. A size is a number of bytes, or has a unit: 64k, 1m.

Exit codes: 0 when the server was stopped, 2 when a setting, a file or the address is wrong, 1 for any other error. Ctrl-C,
SIGTERM and SIGHUP stop it; another one ends it while it waits for requests in progress: 130, 143, 129.`,
    },
  ],
]);
