import type { ServerEvent } from '../../live/live.ts'
import type { CookieAttributes } from '../../request/cookie.ts'
import { cookieText } from '../cookies.ts'
import type { Reply } from '../reply.ts'

/** A stream of server-sent events that a handler requested. */
export interface EventStream {
  readonly channel: string
  readonly first: () => Promise<readonly ServerEvent[]>
  readonly seconds: number
}

/** The parts of an answer that a handler has set besides the body that it returns. */
export interface ReplyState {
  status: number
  readonly headers: [name: string, value: string][]
  readonly cookies: string[]
  /** Text that is not JSON, or bytes. */
  content: { readonly contentType: string; readonly body: Buffer } | undefined
  /** The same, as a sequence of pieces. */
  stream: { readonly contentType: string; readonly pieces: AsyncIterable<string> } | undefined
  events: EventStream | undefined
  isRedirect: boolean
}

/** Default limit of an event stream, in seconds. The client reconnects. */
const EVENTS_SECONDS = 15 * 60

// Control characters would split a header or are not allowed in it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/

// A header holds ASCII only: other URLs are written as a browser writes them, other paths are percent-encoded.
function toAscii(location: string): string {
  // A value that would split the header is not repaired here; `header` refuses it.
  if (/^[\x21-\x7e]*$/.test(location) || CONTROL_CHARACTERS.test(location)) return location
  return URL.parse(location)?.href ?? location.toWellFormed().replace(/[^\p{ASCII}]+/gu, encodeURIComponent)
}

/** The reply object for a handler, and the state that it writes. */
export function replyOf(status: number): { readonly reply: Reply; readonly state: ReplyState } {
  const state: ReplyState = {
    status,
    headers: [],
    cookies: [],
    content: undefined,
    stream: undefined,
    events: undefined,
    isRedirect: false,
  }
  const header = (name: string, value: string): void => {
    if (CONTROL_CHARACTERS.test(value)) throw new RangeError(`The header ${name} would hold a control character.`)
    state.headers.push([name.toLowerCase(), value])
  }
  const reply: Reply = {
    status: (code) => {
      state.status = code
    },
    header,
    cookie: (name: string, value: string, attributes: CookieAttributes) => {
      const text = cookieText(name, value, attributes)
      if (CONTROL_CHARACTERS.test(text)) throw new RangeError(`The cookie ${name} would hold a control character.`)
      state.cookies.push(text)
    },
    redirect: (location, code = 302) => {
      header('location', toAscii(location))
      state.status = code
      state.isRedirect = true
    },
    text: (contentType, body) => {
      state.content = { contentType, body: Buffer.from(body) }
    },
    bytes: (contentType, body) => {
      state.content = { contentType, body }
    },
    stream: (contentType, pieces) => {
      state.stream = { contentType, pieces }
    },
    events: (channel, { first, seconds = EVENTS_SECONDS } = {}) => {
      const firstEvents = typeof first === 'function' ? first : async () => first ?? []
      state.events = { channel, first: firstEvents, seconds }
    },
  }
  return { reply, state }
}
