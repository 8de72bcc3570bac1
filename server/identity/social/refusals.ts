import { defineRefusals } from '#kernel/refusal.ts'

/** Errors of the accounts by which users sign in (specification, section 8). */
export const socialRefusals = defineRefusals({
  lastAccount: { status: 400, sentence: "You can't unlink your last account" },
  accountNotFound: { status: 400, sentence: 'Account not found' },
  providerNotFound: { status: 404, sentence: 'Provider not found' },
  idTokenNotSupported: { status: 404, sentence: 'id_token not supported' },
  invalidToken: { status: 401, sentence: 'invalid token' },
  noUserInfo: { status: 401, sentence: 'Failed to get user info' },
  noEmail: { status: 401, sentence: 'User email not found' },
})

/** Why a sign-in by a provider fails; in a callback a value of `error`, with `_` for spaces. */
export const resultRefusals = defineRefusals({
  accountNotLinked: { status: 401, sentence: 'account not linked' },
  signUpDisabled: { status: 401, sentence: 'signup disabled' },
  unableToCreateUser: {
    status: 401,
    sentence: 'unable to create user',
    neverSent: 'A failed insert of a user is an internal error: a bare 500, or the error page for a redirect.',
  },
  unableToLinkAccount: {
    status: 401,
    sentence: 'unable to link account',
    neverSent: 'A failed insert of an account is an internal error: a bare 500, or the error page for a redirect.',
  },
  unableToCreateSession: {
    status: 401,
    sentence: 'unable to create session',
    neverSent: 'A failed insert of a session is an internal error: a bare 500, or the error page for a redirect.',
  },
})

/** Why the tokens of a provider are not available. `{x}` is the requested provider. */
export const tokenRefusals = defineRefusals({
  notSupported: { status: 400, sentence: 'Provider {x} is not supported.' },
  notFound: {
    status: 400,
    sentence: 'Provider {x} not found.',
    neverSent: 'The first check is whether the provider is configured: one that is not counts as not supported.',
  },
  noRefreshing: { status: 400, sentence: 'Provider {x} does not support token refreshing.' },
  noValidToken: { status: 400, sentence: 'Failed to get a valid access token' },
  noAccessToken: { status: 400, sentence: 'Access token not found' },
  failedToRefresh: { status: 400, sentence: 'Failed to refresh access token' },
})

/** Why a callback failed: a value of `error` in the URL of the redirect. */
export const callbackRefusals = defineRefusals({
  invalidRequest: { status: 302, sentence: 'invalid_callback_request' },
  stateNotFound: { status: 302, sentence: 'state_not_found' },
  restart: { status: 302, sentence: 'please_restart_the_process' },
  noCode: { status: 302, sentence: 'no_code' },
  providerNotFound: { status: 302, sentence: 'oauth_provider_not_found' },
  invalidCode: { status: 302, sentence: 'invalid_code' },
  noUserInfo: { status: 302, sentence: 'unable_to_get_user_info' },
  emailNotFound: { status: 302, sentence: 'email_not_found' },
  noCallbackUrl: {
    status: 302,
    sentence: 'no_callback_url',
    neverSent: 'Without a callbackURL the browser is redirected to the start page.',
  },
  linkedToOther: { status: 302, sentence: 'account_already_linked_to_different_user' },
  unableToLink: {
    status: 302,
    sentence: 'unable_to_link_account',
    neverSent: 'A failed insert of an account is an internal error with its own error page.',
  },
})
