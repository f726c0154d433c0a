import { readFile } from 'node:fs/promises';
import { request } from 'node:https';

/** The client that the tests test: it repeats a request once after an error of the server. */
export async function createUser(base, user) {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user),
  };
  const response = await fetch(`${base}/users`, init);
  if (response.status < 500) return response.status;
  return (await fetch(`${base}/users`, init)).status;
}

/** Returns the status of /get over TLS, with the certificate authority of the server. */
export async function getOverTls({ url, caPath }) {
  const ca = await readFile(caPath);
  return new Promise((resolve, reject) => {
    request(`${url}/get`, { ca }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}
