// Sources of pages: the build in memory, or Vite during development.
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { buyerLanguages, type Language, offeredLanguages } from '#kernel/language/languages.ts'

/** The entry points of the web app, one per page. */
export type Entry = 'app' | 'auth' | 'checkout' | 'dev' | 'portal'

/** The entries whose pages buyers and customers see. */
const BUYER_ENTRIES: ReadonlySet<Entry> = new Set(['checkout', 'portal'])

/** The languages of the pages of an entry, English first. */
export const pageLanguages = (entry: Entry): readonly [Language, ...Language[]] =>
  BUYER_ENTRIES.has(entry) ? buyerLanguages : offeredLanguages

/** A page, ready to send. */
export interface Page {
  readonly html: string
  /** Whether the placeholder `NONCE` is replaced for each request. A page without it is a constant with an ETag. */
  readonly hasNonce: boolean
  /** Hashes of its inline scripts, as a policy names them. */
  readonly scriptHashes: readonly string[]
  readonly compressed: CompressedBody
}

/** The compressed forms that the build wrote. */
export interface CompressedBody {
  readonly br?: Buffer
  readonly gzip?: Buffer
}

/** A file of the build. */
export interface Asset {
  readonly contentType: string
  readonly body: Buffer
  readonly compressed: CompressedBody
  readonly etag: string
}

/** A source of pages. */
export interface PageSource {
  /** The languages in which the pages of an entry exist, the default first. */
  languages(entry: Entry): readonly [string, ...string[]]
  /** The page of an entry in one of the languages; undefined when it was not built. */
  page(entry: Entry, language: string): Promise<Page | undefined>
  /** A file by its name below `/-/assets/`. */
  asset(name: string): Asset | undefined
  /** The script that opens the embedded checkout on any page; undefined when it was not built. */
  embedScript(): Promise<Asset | undefined>
  /** Answers everything below `/-/` instead of `asset` (Vite). */
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void
  /** Called with the HTTP server before it listens. */
  attach(server: HttpServer): Promise<void>
  close(): Promise<void>
}
