import type { Endpoint } from '#http/routing/endpoint.ts';
import { signIn, signInPage } from './login.ts';
import { devicePage, enterDeviceCode } from './login-device.ts';
import { requestDeviceCode } from './login-device-code.ts';
import { confirmDevice, confirmDevicePage } from './login-device-confirmation.ts';
import { exchangeCode } from './login-oauth-access-token.ts';
import { consentPage, decideConsent } from './login-oauth-authorize.ts';
import { checkTwoFactor, twoFactorPage } from './login-two-factor.ts';
import { signOut } from './logout.ts';
import { allowToken, ssoPage } from './orgs-sso.ts';
import { settings } from './settings.ts';
import { authorizedApplicationsPage, revokeAllApplications } from './settings-applications.ts';
import { newApplicationPage, registerApplication } from './settings-applications-new.ts';
import { usagePage } from './settings-audit.ts';
import { connectionPage, revokeConnection } from './settings-connections-applications.ts';
import { applicationPage, applicationsPage, changeApplication } from './settings-developers.ts';
import { changePassword, securityPage } from './settings-security.ts';
import { securityLogPage } from './settings-security-log.ts';
import { changeToken, deleteAllTokens, tokenPage, tokensPage } from './settings-tokens.ts';
import { generateToken, newTokenPage } from './settings-tokens-new.ts';
import { changeTwoFactor } from './settings-two-factor.ts';
import { setUpApp, setUpAppPage } from './settings-two-factor-app.ts';
import { recoveryCodesPage } from './settings-two-factor-recovery-codes.ts';
import { setUpSms, setUpSmsPage } from './settings-two-factor-sms.ts';

/** Every page and form about accounts, in the order of their documentation. */
export const endpoints: readonly Endpoint[] = [
  signInPage,
  signIn,
  twoFactorPage,
  checkTwoFactor,
  signOut,
  consentPage,
  decideConsent,
  exchangeCode,
  requestDeviceCode,
  devicePage,
  enterDeviceCode,
  confirmDevicePage,
  confirmDevice,
  settings,
  authorizedApplicationsPage,
  revokeAllApplications,
  connectionPage,
  revokeConnection,
  tokensPage,
  deleteAllTokens,
  newTokenPage,
  generateToken,
  tokenPage,
  changeToken,
  applicationsPage,
  newApplicationPage,
  registerApplication,
  applicationPage,
  changeApplication,
  securityPage,
  changePassword,
  changeTwoFactor,
  setUpAppPage,
  setUpApp,
  setUpSmsPage,
  setUpSms,
  recoveryCodesPage,
  securityLogPage,
  usagePage,
  ssoPage,
  allowToken,
];
