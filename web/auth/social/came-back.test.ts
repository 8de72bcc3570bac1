import { expect, test } from 'vitest'
import { authFurther } from '#locales/en/auth-further.ts'
import { cameBack } from './came-back.ts'

test.each([
  ['error=no_code&provider=github', 'no_code', 'GitHub', 'again'],
  ['error=account+not-linked&provider=GitHub', 'account_not_linked', undefined, 'again'],
  ['error=user_cancelled_login&provider=linkedin', 'access_denied', 'LinkedIn', 'again'],
  ['error=signup_disabled&provider=google', 'signup_disabled', 'Google', 'signUp'],
  ['error=signup_disabled&provider=google&from=sign-up', 'signup_closed', 'Google', 'otherWay'],
  ['error=account_already_linked_to_different_user', 'account_already_linked_to_different_user', undefined, 'connections'],
  ['error=%3Cb%3E&provider=constructor', 'b', undefined, 'again'],
  ['', '', undefined, 'again'],
])('?%s is %s', (search, code, name, way) => {
  expect(cameBack(`?${search}`)).toMatchObject({ code, way })
  expect(cameBack(`?${search}`).provider?.name).toBe(name)
})

test('where somebody wanted to go stays with them', () => {
  expect(cameBack('?error=no_code&next=/dashboard/acme%3Fpage=2').search).toBe('?next=%2Fdashboard%2Facme%3Fpage%3D2')
})

// The codes of a callback (specification, section 8) but for account_not_linked, which has a page of its own, those of the protocol (RFC 6749, 4.1.2.1; OpenID Connect, 3.1.2.6), and what ends elsewhere.
test.each(
  `invalid_callback_request state_not_found please_restart_the_process no_code oauth_provider_not_found invalid_code unable_to_get_user_info
  email_not_found no_callback_url signup_disabled unable_to_create_user unable_to_create_session unable_to_link_account
  account_already_linked_to_different_user banned internal_server_error access_denied invalid_request unauthorized_client
  unsupported_response_type invalid_scope server_error temporarily_unavailable interaction_required login_required consent_required`.split(
    /\s+/,
  ),
)('%s is told in words, whether one signed in or up', (code) => {
  for (const from of ['', '&from=sign-up']) expect(Object.keys(authFurther.errorCodes)).toContain(cameBack(`?error=${code}${from}`).code)
})
