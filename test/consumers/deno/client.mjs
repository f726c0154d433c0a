/** The client that the tests test: it repeats a request once after an error of the server. */
export async function createUser(base, user) {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user),
  };
  const response = await fetch(`${base}/users`, request);
  if (response.status < 500) return response.status;
  return (await fetch(`${base}/users`, request)).status;
}
