import { changeBinMembers, deleteBin, listAllBins, putBin, readBin } from './bins/bins.ts';
import { beginScope, endScope, reportScope } from './bins/bins-scope.ts';
import type { Operation } from './declaration/operation.ts';
import { listBins, listRequests, readRequest } from './requests/requests.ts';
import { readRequestAs } from './requests/requests-as.ts';
import { awaitRequests } from './requests/requests-await.ts';
import { readRequestBody, readResponseBody } from './requests/requests-body.ts';
import { compareRequests } from './requests/requests-diff.ts';
import { exportRequests } from './requests/requests-har.ts';
import { readMessages } from './requests/requests-messages.ts';
import { annotateRequest } from './requests/requests-note.ts';
import { clearRequests, removeRequest, restoreRequests } from './requests/requests-remove.ts';
import { listSummaries } from './requests/requests-summaries.ts';
import { countRequestValues } from './requests/requests-values.ts';
import { verifyRequests } from './requests/requests-verify.ts';
import { addRules, changeRule, clearRules, deleteRule, listRules, putRule, readRule } from './rules/rules.ts';
import { checkRule } from './rules/rules-check.ts';
import { explainRequest } from './rules/rules-explain.ts';
import { exportRules } from './rules/rules-export.ts';
import { importRecorded } from './rules/rules-import.ts';
import { verifyRules } from './rules/rules-verify.ts';
import { addNewApplication, listApplications } from './server/applications.ts';
import { listCalls, listUses } from './server/audit.ts';
import { changeClock, readClock } from './server/clock.ts';
import { readConnection } from './server/connection.ts';
import { defineLabKey, deleteLabKey, listLabKeys, readLabKey } from './server/labs.ts';
import { readLifecycle, replaceLifecycle, resetLifecycle } from './server/lifecycle.ts';
import { readOneTimePassword } from './server/one-time-password.ts';
import { listMessages } from './server/outbox.ts';
import { reset } from './server/reset.ts';
import { seed } from './server/seed.ts';
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './server/snapshots.ts';
import { changeUnmatched, clearUnmatched, readUnmatched } from './server/unmatched.ts';
import { addNewUser, changePassword } from './users/users.ts';
import { suspend, unsuspend } from './users/users-suspension.ts';
import { disableTwoFactor, enableTwoFactor } from './users/users-two-factor.ts';

/** Every operation, in the order of the documentation. */
export const operations: readonly Operation[] = [
  readConnection,
  listRequests,
  listSummaries,
  countRequestValues,
  listBins,
  readRequest,
  readRequestBody,
  readResponseBody,
  readMessages,
  readRequestAs,
  compareRequests,
  awaitRequests,
  verifyRequests,
  exportRequests,
  annotateRequest,
  clearRequests,
  removeRequest,
  restoreRequests,
  listAllBins,
  beginScope,
  putBin,
  readBin,
  changeBinMembers,
  deleteBin,
  endScope,
  reportScope,
  seed,
  reset,
  takeSnapshot,
  listSnapshots,
  restoreSnapshot,
  deleteSnapshot,
  addNewUser,
  changePassword,
  enableTwoFactor,
  disableTwoFactor,
  suspend,
  unsuspend,
  addNewApplication,
  listApplications,
  listMessages,
  readOneTimePassword,
  readClock,
  changeClock,
  readLifecycle,
  replaceLifecycle,
  resetLifecycle,
  addRules,
  listRules,
  readRule,
  putRule,
  changeRule,
  deleteRule,
  clearRules,
  exportRules,
  importRecorded,
  checkRule,
  explainRequest,
  verifyRules,
  readUnmatched,
  changeUnmatched,
  clearUnmatched,
  listLabKeys,
  readLabKey,
  defineLabKey,
  deleteLabKey,
  listCalls,
  listUses,
];
