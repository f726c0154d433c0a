const clientId = '0123456789abcdef0123';
const password = 'correct-horse-1';
const users = [
  { login: 'few', password },
  { login: 'many', password },
];

/** Two users who have authorized one application, with one token each. */
export const accounts = {
  clientId,
  seed: {
    users,
    applications: [
      {
        name: 'Bench',
        url: 'https://bench.example',
        client_id: clientId,
        client_secret: '0123456789abcdef0123456789abcdef01234567',
      },
    ],
    authorizations: users.map(({ login }, index) => ({
      user: login,
      client_id: clientId,
      token: String(index).repeat(40),
      scopes: ['repo'],
    })),
  },
};

/** The credentials of one of them. */
export function basic(login: 'few' | 'many'): readonly [name: string, value: string] {
  return ['Authorization', `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`];
}
