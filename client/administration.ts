import { type AuthCall, createAuthCall } from './auth.ts'
import type { Http } from './http.ts'
import type { BodyCall, OperationId, PlainCall, QueryCall } from './operations.ts'
import type { Signals } from './signals.ts'

/** The calls of platform administrators. A camelCase name is the kebab-case path below /api/auth/admin. */
export interface Administration {
  readonly listUsers: QueryCall<'auth:admin-list-users'>
  readonly getUser: QueryCall<'auth:admin-get-user'>
  readonly createUser: BodyCall<'auth:admin-create-user'>
  readonly setRole: BodyCall<'auth:admin-set-role'>
  /** `banExpiresIn` in seconds; without it the ban is permanent. */
  readonly banUser: BodyCall<'auth:admin-ban-user'>
  readonly unbanUser: BodyCall<'auth:admin-unban-user'>
  /** Signs the browser in as that user, for an hour at most. */
  readonly impersonateUser: BodyCall<'auth:admin-impersonate-user'>
  readonly stopImpersonating: PlainCall<'auth:admin-stop-impersonating'>
  readonly listUserSessions: BodyCall<'auth:admin-list-user-sessions'>
  readonly revokeUserSession: BodyCall<'auth:admin-revoke-user-session'>
  readonly revokeUserSessions: BodyCall<'auth:admin-revoke-user-sessions'>
  readonly removeUser: BodyCall<'auth:admin-remove-user'>
  readonly setUserPassword: BodyCall<'auth:admin-set-user-password'>
  readonly listSessions: QueryCall<'auth:admin-list-sessions'>
  readonly listAuditEntries: QueryCall<'auth:admin-list-audit-entries'>
  readonly listOrganizations: QueryCall<'auth:admin-list-organizations'>
  readonly getOrganization: QueryCall<'auth:admin-get-organization'>
  /** Its checkouts are no longer confirmed, nor opened by links; `reason` is what its members read. */
  readonly blockOrganization: BodyCall<'auth:admin-block-organization'>
  readonly unblockOrganization: BodyCall<'auth:admin-unblock-organization'>
  readonly listJobs: QueryCall<'auth:admin-list-jobs'>
  /** Retries one dead job, all of a kind, or all. */
  readonly retryJob: BodyCall<'auth:admin-retry-job'>
  readonly listFacts: QueryCall<'auth:admin-list-facts'>
  readonly listEmails: QueryCall<'auth:admin-list-emails'>
  readonly getEmail: QueryCall<'auth:admin-get-email'>
  readonly listPayouts: PlainCall<'auth:admin-list-payouts'>
  readonly setPayoutTerms: BodyCall<'auth:admin-set-payout-terms'>
  /** Records that the whole balance in the currency was paid out. */
  readonly recordPayout: BodyCall<'auth:admin-record-payout'>
  readonly health: PlainCall<'auth:admin-health'>
  /** The operator's webhooks, for events about accounts and organizations. */
  readonly webhooks: {
    readonly listEndpoints: QueryCall<'auth:admin-webhooks-list-endpoints'>
    readonly getEndpoint: QueryCall<'auth:admin-webhooks-get-endpoint'>
    readonly createEndpoint: BodyCall<'auth:admin-webhooks-create-endpoint'>
    readonly updateEndpoint: BodyCall<'auth:admin-webhooks-update-endpoint'>
    /** The answer contains the new secret; the old one still signs for a day. */
    readonly resetSecret: BodyCall<'auth:admin-webhooks-reset-secret'>
    readonly deleteEndpoint: BodyCall<'auth:admin-webhooks-delete-endpoint'>
    readonly sendSample: BodyCall<'auth:admin-webhooks-send-sample'>
    readonly redeliverSince: BodyCall<'auth:admin-webhooks-redeliver-since'>
    readonly listEvents: QueryCall<'auth:admin-webhooks-list-events'>
    readonly listDeliveries: QueryCall<'auth:admin-webhooks-list-deliveries'>
    readonly redeliverEvent: BodyCall<'auth:admin-webhooks-redeliver-event'>
  }
}

/** `navigate` is that of `createAuth`. */
export function createAdministration(http: Http, signals: Signals, navigate?: (url: string) => void): Administration {
  const call: AuthCall = createAuthCall(http, signals, navigate)
  const post =
    <Id extends OperationId>(name: string): BodyCall<Id> =>
    (body, options) =>
      call('POST', `/admin/${name}`, { body, options })
  const get =
    <Id extends OperationId>(name: string): QueryCall<Id> =>
    (query, options) =>
      call('GET', `/admin/${name}`, { query: query as Readonly<Record<string, unknown>>, options })
  return {
    listUsers: get('list-users'),
    getUser: get('get-user'),
    createUser: post('create-user'),
    setRole: post('set-role'),
    banUser: post('ban-user'),
    unbanUser: post('unban-user'),
    impersonateUser: post('impersonate-user'),
    stopImpersonating: (options) => call('POST', '/admin/stop-impersonating', { body: {}, options }),
    listUserSessions: post('list-user-sessions'),
    revokeUserSession: post('revoke-user-session'),
    revokeUserSessions: post('revoke-user-sessions'),
    removeUser: post('remove-user'),
    setUserPassword: post('set-user-password'),
    listSessions: get('list-sessions'),
    listAuditEntries: get('list-audit-entries'),
    listOrganizations: get('list-organizations'),
    getOrganization: get('get-organization'),
    blockOrganization: post('block-organization'),
    unblockOrganization: post('unblock-organization'),
    listJobs: get('list-jobs'),
    retryJob: post('retry-job'),
    listFacts: get('list-facts'),
    listEmails: get('list-emails'),
    getEmail: get('get-email'),
    listPayouts: (options) => call('GET', '/admin/list-payouts', { options }),
    setPayoutTerms: post('set-payout-terms'),
    recordPayout: post('record-payout'),
    health: (options) => call('GET', '/admin/health', { options }),
    webhooks: {
      listEndpoints: get('webhooks/list-endpoints'),
      getEndpoint: get('webhooks/get-endpoint'),
      createEndpoint: post('webhooks/create-endpoint'),
      updateEndpoint: post('webhooks/update-endpoint'),
      resetSecret: post('webhooks/reset-secret'),
      deleteEndpoint: post('webhooks/delete-endpoint'),
      sendSample: post('webhooks/send-sample'),
      redeliverSince: post('webhooks/redeliver-since'),
      listEvents: get('webhooks/list-events'),
      listDeliveries: get('webhooks/list-deliveries'),
      redeliverEvent: post('webhooks/redeliver-event'),
    },
  }
}
