import { cookieText } from '../cookies.ts'
import type { CookieAttributes, Reply, ServerEvent } from '../request.ts'

/** What a handle wanted of a stream of server-sent events. */
export interface EventsWanted {
  readonly channel: string
  readonly first: () => Promise<readonly ServerEvent[]>
  readonly seconds: number
}

/** What a handle has said of its answer besides the body it returned. */
export interface Said {
  status: number
  readonly headers: [name: string, value: string][]
  readonly cookies: string[]
  /** Text of another type than JSON. */
  text: { readonly contentType: string; readonly body: string } | undefined
  /** The same, piece by piece. */
  stream: { readonly contentType: string; readonly pieces: AsyncIterable<string> } | undefined
  events: EventsWanted | undefined
  isRedirect: boolean
}

/** Seconds a stream of events lives at most unless told; the client comes back by itself. */
const EVENTS_SECONDS = 15 * 60

// A header can neither be split nor carry what is no character of a header.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const SPLITS = /[\u0000-\u001f\u007f]/

// A header holds ASCII: an address beyond that is written as a browser would write it, a path by its bytes.
function inAscii(location: string): string {
  // What would split a header is not mended but refused, where it is written.
  if (/^[\x21-\x7e]*$/.test(location) || SPLITS.test(location)) return location
  return URL.parse(location)?.href ?? location.toWellFormed().replace(/[^\p{ASCII}]+/gu, encodeURIComponent)
}

/** The reply that a handle is given, and what it says into it. */
export function replyOf(status: number): { readonly reply: Reply; readonly said: Said } {
  const said: Said = { status, headers: [], cookies: [], text: undefined, stream: undefined, events: undefined, isRedirect: false }
  const header = (name: string, value: string): void => {
    if (SPLITS.test(value)) throw new RangeError(`The header ${name} would hold a control character.`)
    said.headers.push([name.toLowerCase(), value])
  }
  const reply: Reply = {
    status: (code) => {
      said.status = code
    },
    header,
    cookie: (name: string, value: string, attributes: CookieAttributes) => {
      const text = cookieText(name, value, attributes)
      if (SPLITS.test(text)) throw new RangeError(`The cookie ${name} would hold a control character.`)
      said.cookies.push(text)
    },
    redirect: (location, code = 302) => {
      header('location', inAscii(location))
      said.status = code
      said.isRedirect = true
    },
    text: (contentType, body) => {
      said.text = { contentType, body }
    },
    stream: (contentType, pieces) => {
      said.stream = { contentType, pieces }
    },
    events: (channel, { first, seconds = EVENTS_SECONDS } = {}) => {
      const begin = typeof first === 'function' ? first : async () => first ?? []
      said.events = { channel, first: begin, seconds }
    },
  }
  return { reply, said }
}
