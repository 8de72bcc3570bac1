import type { Language, OfferedLanguage } from '#kernel/language/languages.ts'

/** Properties of a request besides its path parameters, query and body. */
export interface RequestInfo {
  readonly id: string
  readonly method: string
  /** The requested path, without the query. */
  readonly path: string
  /** The client's IP address according to `TRUST_PROXY`; `''` for in-process calls. */
  readonly ipAddress: string
  readonly userAgent: string | null
  /** Header values by lower-case name; repeated ones are joined by `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Cookie values, decoded, by name. */
  readonly cookies: ReadonlyMap<string, string>
  /** The offered language that the client wants, by its cookie or its `Accept-Language`; undefined if it wants none of them. */
  readonly language: OfferedLanguage | undefined
  /** The same for a buyer or a customer, to whom more languages are offered. */
  readonly buyerLanguage: Language | undefined
}
