/** Whether the values of a header field are masked where entries are shown. */
export function isSensitiveField(name: string): boolean {
  const plain = normalizeName(name);
  return FIELDS.has(plain) || plain.startsWith('xhubsignature');
}

/**
 * Whether the value of a parameter of a query, a field of a form or a member of JSON is masked: by its name, or by a part of
 * it, as in `user[password]` and `password[]`.
 */
export function isSensitiveMember(name: string): boolean {
  return isSensitiveField(name) || name.split(/[[\]]/).some((part) => MEMBERS.has(normalizeName(part)));
}

/** Conventions differ in hyphens, underscores and case: `api-key`, `api_key`, `apiKey`. */
function normalizeName(name: string): string {
  return name.replace(/[-_ ]/g, '').toLowerCase();
}

const FIELDS: ReadonlySet<string> = new Set(
  [
    'Authorization Proxy-Authorization Cookie Set-Cookie X-Amz-Security-Token',
    'X-API-Key API-Key X-API-Token X-Goog-API-Key X-Functions-Key Ocp-Apim-Subscription-Key',
    'X-Auth-Token X-Auth-Key X-Access-Token X-Vault-Token X-GitHub-OTP X-OTP',
    'Private-Token X-Gitlab-Token Job-Token X-CSRF-Token X-XSRF-Token',
  ]
    .join(' ')
    .split(' ')
    .map(normalizeName),
);

const MEMBERS: ReadonlySet<string> = new Set(
  [
    'token access_token refresh_token id_token private_token auth_token session_token csrf_token xsrf_token',
    'authenticity_token code device_code user_code code_verifier otp one_time_password recovery_code',
    'password new_password new_password_again new_password_confirmation password_confirmation old_password',
    'current_password passwd pwd passphrase secret client_secret secret_key private_key access_key api_key',
    'client_assertion assertion',
  ]
    .join(' ')
    .split(' ')
    .map(normalizeName),
);
