import { defineRefusals } from '#kernel/refusal.ts'

/** What people can be told about the accounts by which they sign in (specification, section 8). */
export const socialRefusals = defineRefusals({
  lastAccount: { status: 400, sentence: "You can't unlink your last account" },
  accountNotFound: { status: 400, sentence: 'Account not found' },
  providerNotFound: { status: 404, sentence: 'Provider not found' },
  idTokenNotSupported: { status: 404, sentence: 'id_token not supported' },
  invalidToken: { status: 401, sentence: 'invalid token' },
  noUserInfo: { status: 401, sentence: 'Failed to get user info' },
  noEmail: { status: 401, sentence: 'User email not found' },
})

/** What signing in by a provider comes to where it comes to nothing; at a call-back a value of `error`, with `_` for spaces. */
export const resultRefusals = defineRefusals({
  accountNotLinked: { status: 401, sentence: 'account not linked' },
  signUpDisabled: { status: 401, sentence: 'signup disabled' },
  unableToCreateUser: {
    status: 401,
    sentence: 'unable to create user',
    neverSent: 'A person who cannot be written is a failure of ours: a bare 500, or the error page where a browser was sent.',
  },
  unableToLinkAccount: {
    status: 401,
    sentence: 'unable to link account',
    neverSent: 'An account that cannot be written is a failure of ours: a bare 500, or the error page where a browser was sent.',
  },
  unableToCreateSession: {
    status: 401,
    sentence: 'unable to create session',
    neverSent: 'A session that cannot be written is a failure of ours: a bare 500, or the error page where a browser was sent.',
  },
})

/** Why the tokens of a provider cannot be had. `{x}` is the provider as it was named. */
export const tokenRefusals = defineRefusals({
  notSupported: { status: 400, sentence: 'Provider {x} is not supported.' },
  notFound: {
    status: 400,
    sentence: 'Provider {x} not found.',
    neverSent: 'Whether the provider is configured is looked at once, and first: one that is not is not supported.',
  },
  noRefreshing: { status: 400, sentence: 'Provider {x} does not support token refreshing.' },
  noValidToken: { status: 400, sentence: 'Failed to get a valid access token' },
  failedToRefresh: { status: 400, sentence: 'Failed to refresh access token' },
})

/** Where a call-back ended: a value of `error` in the address to which the browser is led. */
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
    neverSent: 'Whoever names no callbackURL is led to the start of the site.',
  },
  linkedToOther: { status: 302, sentence: 'account_already_linked_to_different_user' },
  unableToLink: {
    status: 302,
    sentence: 'unable_to_link_account',
    neverSent: 'An account that cannot be written is a failure of ours, and its own error page.',
  },
})
