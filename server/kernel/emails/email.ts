// The definition of an email, for accounts and for customers alike. Pure; runs in browsers, too.
import { foldCase } from '../text.ts'

/** The characters of an email, at most. */
export const EMAIL_LENGTH = 254

const DOMAIN_LENGTH = 253
const LABEL_LENGTH = 63
/** The characters of the part before the @ of an account's email: plain ASCII, so that look-alike letters cannot make a second account. */
const ACCOUNT_LOCAL = /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*$/
/** The same for customers, who only receive mail. */
const CUSTOMER_LOCAL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const TOP_LABEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/
const NOT_OF_DOMAINS = /[^\p{L}\p{M}\p{N}.-]/u
const OUTER_HYPHEN = /(?:^|\.)-|-(?:\.|$)/

/** Why a text is no email of an account. */
export type EmailFault = 'invalid' | 'unicode_local_part'

/** The sentence of an email whose part before the @ is not plain ASCII. */
export const UNICODE_LOCAL_PART =
  'The part of an email before the @ may have the letters A to Z, digits and _ + - . and the apostrophe only'

/** Why the text is no email that an account can have; null for one. Its domain may be Unicode, the part before the @ may not. */
export function accountEmailFault(text: string): EmailFault | null {
  const parts = partsOf(text)
  if (parts === null) return 'invalid'
  if (ACCOUNT_LOCAL.test(parts.local)) return null
  const isUnicode = /[^\p{ASCII}]/u.test(parts.local) && CUSTOMER_LOCAL.test(parts.local)
  return isUnicode ? 'unicode_local_part' : 'invalid'
}

/** Whether the text is an email that a customer can have. */
export function isEmail(text: string): boolean {
  const parts = partsOf(text)
  return parts !== null && CUSTOMER_LOCAL.test(parts.local)
}

// The domain is in its ASCII form. Null where there is none.
function partsOf(text: string): { readonly local: string; readonly domain: string } | null {
  const at = text.lastIndexOf('@')
  const domain = asciiDomain(text.slice(at + 1))
  const isTooLong = text.length > EMAIL_LENGTH || at + 1 + (domain?.length ?? 0) > EMAIL_LENGTH
  return at < 1 || isTooLong || domain === null ? null : { local: text.slice(0, at), domain }
}

/** The ASCII form of a domain, in lower case: `xn--mller-kva.example` of `müller.example`. Null for what is no domain with two labels. */
function asciiDomain(domain: string): string | null {
  if (NOT_OF_DOMAINS.test(domain) || OUTER_HYPHEN.test(domain)) return null
  const isPlain = /^[\p{ASCII}]*$/u.test(domain) && !/xn--/i.test(domain)
  // The URL parser converts as mail servers do (UTS 46), and refuses what cannot be converted.
  const ascii = isPlain ? domain.toLowerCase() : URL.parse(`http://${domain}`)?.hostname
  if (ascii === undefined || ascii.length > DOMAIN_LENGTH) return null
  const labels = ascii.split('.')
  const isLabel = (label: string) => label.length <= LABEL_LENGTH && LABEL.test(label) && unicodeLabel(label) !== null
  const isDomain = labels.length > 1 && labels.every(isLabel)
  return isDomain && TOP_LABEL.test(labels.at(-1) ?? '') ? ascii : null
}

/** The text with the domain after its last @ in ASCII form, in which mail is sent; any other text unchanged. */
export function withAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = at < 0 ? null : asciiDomain(text.slice(at + 1))
  return domain === null ? text : `${text.slice(0, at)}@${domain}`
}

/** An email as it is stored and compared: trimmed, in lower case, its domain in ASCII form. */
export function foldEmail(email: string): string {
  return foldCase(withAsciiDomain(email.trim()))
}

/** An email as people read it: a Unicode domain in its own letters, except a label that mixes Latin with another script. */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0 || !email.includes('xn--', at)) return email
  return (
    email.slice(0, at + 1) +
    email
      .slice(at + 1)
      .split('.')
      .map(shownLabel)
      .join('.')
  )
}

function shownLabel(label: string): string {
  const text = unicodeLabel(label)
  if (text === null) return label
  const letters = text.replace(/[^\p{L}]/gu, '')
  const latin = letters.replace(/[^\p{Script=Latin}]/gu, '')
  return latin === '' || latin === letters ? text : label
}

// A label that is ASCII stays as it is. Null for one that encodes nothing, or what no domain has.
function unicodeLabel(label: string): string | null {
  if (!label.startsWith('xn--')) return label
  const text = decodedLabel(label.slice('xn--'.length))
  return text === null || /^[\p{ASCII}]*$/u.test(text) || NOT_OF_DOMAINS.test(text) ? null : text
}

// The parameters of Punycode (RFC 3492, section 5).
const BASE = 36
const THRESHOLD = { min: 1, max: 26 }
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_CODE = 128

/** The Unicode text of a label without its prefix `xn--` (RFC 3492, section 6.2); null for what is none. */
function decodedLabel(encoded: string): string | null {
  const end = encoded.lastIndexOf('-')
  const output = Array.from(encoded.slice(0, Math.max(end, 0)), (letter) => letter.codePointAt(0) ?? 0)
  let [code, index, bias] = [INITIAL_CODE, 0, INITIAL_BIAS]
  let at = end + 1
  while (at < encoded.length) {
    const before = index
    let weight = 1
    for (let position = BASE; ; position += BASE) {
      const digit = Number.parseInt(encoded[at] ?? '', BASE)
      if (Number.isNaN(digit) || index > Number.MAX_SAFE_INTEGER / BASE) return null
      at += 1
      // Punycode counts letters first: a is 0, and the digit 0 is 26.
      const value = digit < 10 ? digit + 26 : digit - 10
      index += value * weight
      const threshold = Math.min(Math.max(position - bias, THRESHOLD.min), THRESHOLD.max)
      if (value < threshold) break
      weight *= BASE - threshold
    }
    const length = output.length + 1
    bias = adapted(index - before, length, before === 0)
    code += Math.floor(index / length)
    if (code > 0x10ffff) return null
    index %= length
    output.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...output)
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  while (rest > ((BASE - THRESHOLD.min) * THRESHOLD.max) / 2) {
    rest = Math.floor(rest / (BASE - THRESHOLD.min))
    bias += BASE
  }
  return bias + Math.floor(((BASE - THRESHOLD.min + 1) * rest) / (rest + SKEW))
}
