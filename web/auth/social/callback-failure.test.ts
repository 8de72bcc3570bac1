import { expect, test } from 'vitest'
import { authFurther } from '#messages/sign-in/auth-further.ts'
import { readCallbackFailure } from './callback-failure.ts'

test.each([
  ['error=no_code&provider=github', 'no_code', 'GitHub', 'again'],
  ['error=account+not-linked&provider=GitHub', 'account_not_linked', undefined, 'again'],
  ['error=user_cancelled_login&provider=linkedin', 'access_denied', 'LinkedIn', 'again'],
  ['error=signup_disabled&provider=google', 'signup_disabled', 'Google', 'signUp'],
  ['error=signup_disabled&provider=google&from=sign-up', 'signup_closed', 'Google', 'otherMethod'],
  ['error=account_already_linked_to_different_user', 'account_already_linked_to_different_user', undefined, 'connections'],
  ['error=%3Cb%3E&provider=constructor', 'b', undefined, 'again'],
  ['', '', undefined, 'again'],
])('the query ?%s has the code %s', (search, code, name, action) => {
  expect(readCallbackFailure(`?${search}`)).toMatchObject({ code, action })
  expect(readCallbackFailure(`?${search}`).provider?.name).toBe(name)
})

test('the requested page is kept in the search of the next page', () => {
  expect(readCallbackFailure('?error=no_code&next=/dashboard/acme%3Fpage=2').search).toBe('?next=%2Fdashboard%2Facme%3Fpage%3D2')
})

// The codes of a callback (specification, section 8) except account_not_linked, which has its own page, those of the protocol (RFC 6749,
// 4.1.2.1; OpenID Connect, 3.1.2.6), and those of errors outside a callback.
test.each(
  `invalid_callback_request state_not_found please_restart_the_process no_code oauth_provider_not_found invalid_code unable_to_get_user_info
  email_not_found no_callback_url signup_disabled unable_to_create_user unable_to_create_session unable_to_link_account
  account_already_linked_to_different_user banned internal_server_error access_denied invalid_request unauthorized_client
  unsupported_response_type invalid_scope server_error temporarily_unavailable interaction_required login_required consent_required`.split(
    /\s+/,
  ),
)('the code %s has a message for a sign-in and for a sign-up', (code) => {
  for (const from of ['', '&from=sign-up'])
    expect(Object.keys(authFurther.errorCodes)).toContain(readCallbackFailure(`?error=${code}${from}`).code)
})
