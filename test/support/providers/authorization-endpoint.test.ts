// What only a browser or a stranger sees of the stand-in; the way of the server there and back is proven with the providers.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fakeProvider } from '#test/support/fake-provider.ts'
import { clientIdOf, clientSecretOf } from './documented.ts'

const standIn = await fakeProvider()
afterAll(() => standIn.close())
beforeEach(() => standIn.reset())

const at = (url: string): string => url.replace('https:/', standIn.url)
const callback = (id: string): string => `https://guildhall.test/api/auth/callback/${id}`
const asked = (id: 'apple' | 'github' | 'facebook', more: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({ response_type: 'code', client_id: clientIdOf(id), redirect_uri: callback(id), state: 's"<', ...more })

test('a browser that is led to the stand-in is redirected to where it came from', async () => {
  const answer = await fetch(at(`https://github.com/login/oauth/authorize?${asked('github')}`), { redirect: 'manual' })
  const location = new URL(answer.headers.get('location') ?? '')
  expect([answer.status, location.origin + location.pathname, location.searchParams.get('state')]).toEqual([302, callback('github'), 's"<'])
})

test('a browser that is led to Apple sends a form', async () => {
  const answer = await fetch(
    at(`https://appleid.apple.com/auth/authorize?${asked('apple', { scope: 'name', response_mode: 'form_post' })}`),
  )
  const page = await answer.text()
  expect(page).toContain(`<form method="post" action="${callback('apple')}">`)
  expect(page).toContain('name="state" value="s&quot;&lt;"')
})

test('a browser with a wrong authorization sees an error page and is sent nowhere', async () => {
  const answer = await fetch(at(`https://appleid.apple.com/auth/authorize?${asked('apple', { scope: 'name' })}`), { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
})

test('GitHub answers a form unless JSON is asked for', async () => {
  const { fields } = standIn.authorize(`https://github.com/login/oauth/authorize?${asked('github')}`)
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

test('Facebook tells an app whose an access token is, and nobody else', async () => {
  const told = async (token: string, app: string): Promise<unknown> => {
    const query = new URLSearchParams({ input_token: token, access_token: app })
    return (await fetch(at(`https://graph.facebook.com/debug_token?${query}`))).json()
  }
  const app = `${clientIdOf('facebook')}|${clientSecretOf('facebook')}`
  const foreign = standIn.accessToken('facebook', { clientId: 'another app' })
  expect(await told(standIn.accessToken('facebook'), app)).toMatchObject({ data: { app_id: clientIdOf('facebook'), is_valid: true } })
  expect(await told(foreign, app)).toMatchObject({ data: { app_id: 'another app' } })
  expect(await told('made up', app)).toMatchObject({ data: { is_valid: false } })
  expect(await told(foreign, 'made|up')).not.toHaveProperty('data')
})

test('what is not documented is not there', async () => {
  expect((await fetch(at('https://github.com/login'))).status).toBe(404)
  expect(() => standIn.authorize('https://elsewhere.example/oauth')).toThrow('No provider has its door')
})
