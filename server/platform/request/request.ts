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
  /** The language to answer in. */
  readonly language: 'en'
}
