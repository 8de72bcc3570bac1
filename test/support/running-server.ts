// A server in another process, for test users and test merchants, which only send requests.
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** Sends requests over HTTP to the server at `baseUrl`. The server has its own clock and jobs, so `clock` and `drain` are missing. */
export function runningServer(baseUrl: string): TestServer {
  const request = async (method: string, url: string, sent: TestRequest = {}): Promise<TestAnswer> => {
    const isText = sent.body === undefined || typeof sent.body === 'string'
    const answer = await fetch(baseUrl + url, {
      method,
      headers: { ...(isText ? {} : { 'content-type': 'application/json' }), ...sent.headers },
      ...(sent.body === undefined ? {} : { body: isText ? String(sent.body) : JSON.stringify(sent.body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    const cookies = new Map(answer.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]))
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text,
      get json() {
        return JSON.parse(text)
      },
      cookies,
      roundTrips: 0,
      statements: [],
    }
  }
  return { request, settings: { BASE_URL: baseUrl } } as unknown as TestServer
}
