// The authorizations of customers and merchants at GitHub: https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps.
import { type CallOutcome, done, permanent, textOf } from '../../call-outcome.ts'
import { type AccountProvider, authorizationQuery, type ClientCredentials, exchangeForm } from '../account-provider.ts'
import { createServiceCalls, type ServiceCalls, type ServiceDeps, thenOf } from '../calls.ts'
import { API, githubHeaders } from './requests.ts'

const AUTHORIZE = 'https://github.com/login/oauth/authorize'
const TOKEN = 'https://github.com/login/oauth/access_token'

/** GitHub as a provider of accounts. No scope is asked for: the id and the name are public, and the token is not stored. */
export function createGithubOauth(deps: ServiceDeps, credentials: ClientCredentials): AccountProvider {
  const calls = createServiceCalls(deps, 'GitHub')
  return {
    authorizationUrl: (request) => `${AUTHORIZE}?${authorizationQuery(credentials, request)}`,
    exchangeCode: async (exchange) =>
      thenOf(await requestToken(calls, exchangeForm(credentials, exchange)), async (accessToken) => {
        const headers = githubHeaders(accessToken)
        const result = await calls.call({ method: 'GET', url: `${API}/user`, headers, allowance: 'oauth account' })
        if (result.kind !== 'answered') return result
        const { status, json } = result.answer
        const accountId = textOf(json, 'id')
        if (status !== 200 || accountId === '') return calls.failure(result.answer)
        return done({ accountId, accountName: textOf(json, 'login'), tokens: null })
      }),
  }
}

async function requestToken(calls: ServiceCalls, form: URLSearchParams): Promise<CallOutcome<string>> {
  const result = await calls.call({ method: 'POST', url: TOKEN, headers: { 'user-agent': 'Guildhall' }, body: form, allowance: 'oauth' })
  if (result.kind !== 'answered') return result
  const { status, json } = result.answer
  const accessToken = textOf(json, 'access_token')
  if (status === 200 && accessToken !== '') return done(accessToken)
  // GitHub answers its errors with status 200.
  return textOf(json, 'error') === ''
    ? calls.failure(result.answer)
    : permanent({ code: null, sentence: 'GitHub no longer accepts this authorization: start again.' })
}
