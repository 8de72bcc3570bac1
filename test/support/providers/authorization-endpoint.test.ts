// Tests of the fake provider with a real browser's requests. The server's own requests are tested with the providers.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { clientIdOf, clientSecretOf } from './provider-spec.ts'

const provider = await fakeProvider()
afterAll(() => provider.close())
beforeEach(() => provider.reset())

const at = (url: string): string => url.replace('https:/', provider.url)
const callback = (id: string): string => `https://guildhall.test/api/auth/callback/${id}`
const query = (id: 'apple' | 'github' | 'facebook', more: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({ response_type: 'code', client_id: clientIdOf(id), redirect_uri: callback(id), state: 's"<', ...more })

test('the authorization endpoint redirects a browser to the callback', async () => {
  const answer = await fetch(at(`https://github.com/login/oauth/authorize?${query('github')}`), { redirect: 'manual' })
  const location = new URL(answer.headers.get('location') ?? '')
  expect([answer.status, location.origin + location.pathname, location.searchParams.get('state')]).toEqual([302, callback('github'), 's"<'])
})

test('the authorization endpoint of Apple answers a form that posts to the callback', async () => {
  const answer = await fetch(
    at(`https://appleid.apple.com/auth/authorize?${query('apple', { scope: 'name', response_mode: 'form_post' })}`),
  )
  const page = await answer.text()
  expect(page).toContain(`<form method="post" action="${callback('apple')}">`)
  expect(page).toContain('name="state" value="s&quot;&lt;"')
})

test('an invalid authorization request gets an error page without a redirect', async () => {
  const answer = await fetch(at(`https://appleid.apple.com/auth/authorize?${query('apple', { scope: 'name' })}`), { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
})

test('GitHub answers a form-encoded body unless the client accepts JSON', async () => {
  const { fields } = provider.authorize(`https://github.com/login/oauth/authorize?${query('github')}`)
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: fields['code'] ?? '',
    redirect_uri: callback('github'),
    client_id: clientIdOf('github'),
    client_secret: clientSecretOf('github'),
  })
  const answer = await fetch(at('https://github.com/login/oauth/access_token'), { method: 'POST', body })
  expect(new URLSearchParams(await answer.text()).get('token_type')).toBe('bearer')
})

test('Facebook tells only an app which app an access token belongs to', async () => {
  const debugToken = async (token: string, app: string): Promise<unknown> => {
    const query = new URLSearchParams({ input_token: token, access_token: app })
    return (await fetch(at(`https://graph.facebook.com/debug_token?${query}`))).json()
  }
  const app = `${clientIdOf('facebook')}|${clientSecretOf('facebook')}`
  const foreign = provider.accessToken('facebook', { clientId: 'another app' })
  expect(await debugToken(provider.accessToken('facebook'), app)).toMatchObject({
    data: { app_id: clientIdOf('facebook'), is_valid: true },
  })
  expect(await debugToken(foreign, app)).toMatchObject({ data: { app_id: 'another app' } })
  expect(await debugToken('made up', app)).toMatchObject({ data: { is_valid: false } })
  expect(await debugToken(foreign, 'made|up')).not.toHaveProperty('data')
})

test('undocumented endpoints do not exist', async () => {
  expect((await fetch(at('https://github.com/login'))).status).toBe(404)
  expect(() => provider.authorize('https://elsewhere.example/oauth')).toThrow('No provider has its authorization endpoint')
})
