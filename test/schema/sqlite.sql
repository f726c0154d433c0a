CREATE TABLE "applications" (
  "id" integer primary key autoincrement,
  "name" text not null,
  "url" text not null,
  "client_id" text not null unique,
  "secret_digest" text not null,
  "owner_id" bigint references "users" ("id"),
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "description" text,
  "callback_url" text,
  "is_suspended" integer default 0 not null,
  constraint "applications_is_suspended_check" check (is_suspended in (0, 1))
)
CREATE INDEX "applications_by_owner" on "applications" (
  "owner_id",
  "id"
)
CREATE TABLE "audited_calls" (
  "id" integer primary key autoincrement,
  "first_at" bigint not null,
  "last_at" bigint not null,
  "calls" integer not null,
  "login" text,
  "login_key" text,
  "client_id" text,
  "user_agent" text,
  "address" text not null,
  "method" text not null,
  "path" text not null,
  "status" integer not null,
  "is_deprecated" integer not null,
  constraint "audited_calls_calls_check" check (calls >= 0),
  constraint "audited_calls_is_deprecated_check" check (is_deprecated in (0, 1))
)
CREATE INDEX "audited_calls_by_client_id" on "audited_calls" (
  "client_id",
  "last_at",
  "id"
)
CREATE INDEX "audited_calls_by_login_key" on "audited_calls" (
  "login_key",
  "last_at",
  "id"
)
CREATE INDEX "audited_calls_by_time" on "audited_calls" (
  "last_at",
  "id"
)
CREATE TABLE "authorization_codes" (
  "digest" text primary key,
  "application_id" bigint not null references "applications" ("id") on delete cascade,
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "redirect_uri" text,
  "scopes" text not null,
  "challenge_method" text,
  "challenge" text,
  "organization_ids" text not null,
  "expires_at" bigint not null,
  "redeemed_at" bigint,
  "is_replayed" integer default 0 not null,
  "authorization_id" bigint references "authorizations" ("id") on delete cascade,
  constraint "authorization_codes_challenge_method_check" check (challenge_method in ('plain', 'S256')),
  constraint "authorization_codes_is_replayed_check" check (is_replayed in (0, 1))
)
CREATE INDEX "authorization_codes_by_application" on "authorization_codes" (
  "application_id"
)
CREATE INDEX "authorization_codes_by_authorization" on "authorization_codes" (
  "authorization_id"
)
CREATE INDEX authorization_codes_by_end on authorization_codes (
  expires_at
)where authorization_id is null
  
CREATE INDEX "authorization_codes_by_user" on "authorization_codes" (
  "user_id"
)
CREATE TABLE "authorizations" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "application_id" bigint,
  "hashed_token" text not null unique,
  "token_last_eight" text not null,
  "note" text,
  "note_url" text,
  "scopes" text not null,
  "fingerprint" text,
  "slot" text,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "origin" text default 'interface' not null,
  "expires_at" bigint,
  "last_used_at" bigint,
  constraint "authorizations_user_slot" unique ("user_id", "slot"),
  constraint "authorizations_grant" foreign key ("user_id", "application_id") references "grants" ("user_id", "application_id") on delete cascade,
  constraint "authorizations_origin_check" check (origin in ('interface', 'flow', 'page', 'impersonation'))
)
CREATE INDEX "authorizations_in_list_order" on "authorizations" (
  "user_id",
  application_id ,
  substr(fingerprint, 1, 512) ,
  "id"
)
CREATE INDEX "authorizations_of_grant" on "authorizations" (
  "user_id",
  "application_id",
  "id"
)
CREATE INDEX "personal_authorizations" on authorizations (
  id
)where application_id is null and origin <> 'impersonation'
    
CREATE INDEX "personal_authorizations_by_user" on authorizations (
  user_id,
  application_id,
  id
)where application_id is null and origin <> 'impersonation'
    
CREATE TABLE "device_codes" (
  "digest" text primary key,
  "user_code" text not null unique,
  "application_id" bigint not null references "applications" ("id") on delete cascade,
  "scopes" text not null,
  "decision" text not null,
  "user_id" bigint references "users" ("id") on delete cascade,
  "organization_ids" text not null,
  "expires_at" bigint not null,
  "poll_interval" integer not null,
  "asked_at" bigint,
  "network" text default '' not null,
  constraint "device_codes_decision_check" check (decision in ('pending', 'granted', 'denied')),
  constraint "device_codes_poll_interval_check" check (poll_interval >= 0)
)
CREATE INDEX "device_codes_by_application" on "device_codes" (
  "application_id"
)
CREATE INDEX "device_codes_by_end" on "device_codes" (
  "expires_at"
)
CREATE INDEX "device_codes_by_network" on "device_codes" (
  "network"
)
CREATE INDEX "device_codes_by_user" on "device_codes" (
  "user_id"
)
CREATE TABLE "grants" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id"),
  "application_id" bigint not null references "applications" ("id"),
  "scopes" text not null,
  "authorization_count" integer default 0 not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "last_used_at" bigint,
  constraint "grants_user_application" unique ("user_id", "application_id"),
  constraint "grants_authorization_count_check" check (authorization_count >= 0)
)
CREATE INDEX "grants_by_application" on "grants" (
  "application_id",
  "user_id"
)
CREATE INDEX "grants_in_list_order" on "grants" (
  "user_id",
  "id"
)
CREATE TABLE "messages" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "channel" text not null,
  "recipient" text not null,
  "text" text not null,
  "code" text,
  "sent_at" bigint not null,
  "expires_at" bigint,
  "spent_at" bigint,
  constraint "messages_channel_check" check (channel in ('sms', 'email'))
)
CREATE INDEX "messages_by_user" on "messages" (
  "user_id",
  "id"
)
CREATE TABLE "organization_approvals" (
  "authorization_id" bigint not null references "authorizations" ("id") on delete cascade,
  "organization_id" bigint not null references "organizations" ("id") on delete cascade,
  "created_at" bigint not null,
  constraint "organization_approvals_key" primary key ("authorization_id", "organization_id")
)
CREATE INDEX "organization_approvals_by_organization" on "organization_approvals" (
  "organization_id"
)
CREATE TABLE "organization_members" (
  "organization_id" bigint not null references "organizations" ("id") on delete cascade,
  "user_id" bigint not null references "users" ("id") on delete cascade,
  constraint "organization_members_key" primary key ("organization_id", "user_id")
)
CREATE INDEX "organization_members_by_user" on "organization_members" (
  "user_id",
  "organization_id"
)
CREATE TABLE "organizations" (
  "id" integer primary key autoincrement,
  "login" text not null,
  "login_key" text not null unique,
  "name" text,
  "saml" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  constraint "organizations_saml_check" check (saml in ('off', 'enforced'))
)
CREATE TABLE "recovery_codes" (
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "digest" text not null,
  constraint "recovery_codes_key" primary key ("user_id", "digest")
)
CREATE TABLE "security_events" (
  "id" integer primary key autoincrement,
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "action" text not null,
  "subject" text,
  "address" text not null,
  "user_agent" text,
  "happened_at" bigint not null
)
CREATE INDEX "security_events_by_user" on "security_events" (
  "user_id",
  "id"
)
CREATE TABLE "sessions" (
  "digest" text primary key,
  "user_id" bigint not null references "users" ("id") on delete cascade,
  "stage" text not null,
  "created_at" bigint not null,
  "expires_at" bigint not null,
  "address" text not null,
  "user_agent" text,
  constraint "sessions_stage_check" check (stage in ('second-factor', 'signed-in'))
)
CREATE INDEX "sessions_by_end" on "sessions" (
  "expires_at"
)
CREATE INDEX "sessions_by_user" on "sessions" (
  "user_id",
  "created_at",
  "digest"
)
CREATE TABLE "sign_in_failures" (
  "key" text primary key,
  "count" integer not null,
  "first_at" bigint not null,
  "ends_at" bigint default 0 not null,
  "is_known" bigint default 1 not null,
  constraint "sign_in_failures_count_check" check (count >= 0),
  constraint "sign_in_failures_is_known_check" check (is_known in (0, 1))
)
CREATE INDEX "sign_in_failures_by_age" on "sign_in_failures" (
  "is_known",
  "first_at"
)
CREATE INDEX "sign_in_failures_by_end" on "sign_in_failures" (
  "ends_at"
)
CREATE TABLE "users" (
  "id" integer primary key autoincrement,
  "login" text not null,
  "login_key" text not null unique,
  "name" text,
  "email" text,
  "site_admin" integer not null,
  "password_hash" text not null,
  "two_factor_method" text,
  "two_factor_secret" text,
  "last_one_time_password_step" bigint default -1 not null,
  "authorization_count" integer default 0 not null,
  "grant_count" integer default 0 not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "email_verified" integer default 1 not null,
  "suspended_at" bigint,
  "two_factor_phone" text,
  constraint "users_email_verified_check" check (email_verified in (0, 1)),
  constraint "users_site_admin_check" check (site_admin in (0, 1)),
  constraint "users_two_factor_method_check" check (two_factor_method in ('app', 'sms')),
  constraint "users_authorization_count_check" check (authorization_count >= 0),
  constraint "users_grant_count_check" check (grant_count >= 0)
)
CREATE INDEX users_by_email on users (
  substr(lower(email), 1, 200)
)
