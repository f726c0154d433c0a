/** The files that `sparring init` writes. */
export interface StarterFile {
  readonly name: string;
  /** The name of the schema, in the folder of the schemas. */
  readonly schema: string;
  readonly text: string;
}

export const starterFiles: readonly StarterFile[] = [
  {
    name: 'sparring.yaml',
    schema: 'config.schema.json',
    text: `# Settings of the server: sparring --config sparring.yaml
# Flags and variables override this file. "sparring --help-all" lists all settings.

port: 8080

# Stored in memory: nothing is kept after the end. For a file: sqlite:sparring.db
database: memory

# Users, applications and tokens to begin with.
seed: seed.yaml

# Creates a user with a random password when the database is empty.
starter: false

# Serves TLS with a certificate of its own, and prints the file of the CA to trust.
# tls: true

# The release of GitHub Enterprise Server whose behavior the API has.
# api-version: ghes-3.0
`,
  },
  {
    name: 'seed.yaml',
    schema: 'seed.schema.json',
    text: `# Users, applications and tokens for tests. Applying the file again changes nothing.

users:
  - { login: mona, password: correct-horse-1, name: Mona }
  # Signs in with one-time passwords of an app.
  - login: hubot
    password: battery-staple-2
    two_factor: { method: app, secret: JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP }

applications:
  - name: My client
    url: http://127.0.0.1:3000
    client_id: 0123456789abcdef0123
    client_secret: 0123456789abcdef0123456789abcdef01234567
    owner: mona
    callback_url: http://127.0.0.1:3000/callback

authorizations:
  # A personal access token: curl -H "Authorization: token 0123…" http://127.0.0.1:8080/api/v3/user
  - { user: mona, note: tests, token: 0123456789abcdef0123456789abcdef89abcdef, scopes: [repo] }
`,
  },
];
