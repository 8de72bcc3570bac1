// Where pages come from: the built ones from memory, or Vite while one works on them.
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'

/** The pages of the web: each is an entry of its own. */
export type Entry = 'app' | 'auth' | 'checkout' | 'dev'

/** A page, ready to send. */
export interface Page {
  readonly html: string
  /** Whether `NONCE` in it is to be replaced for each request; a page without is a constant with an ETag. */
  readonly hasNonce: boolean
  /** Hashes of its inline scripts, as a policy names them. */
  readonly scriptHashes: readonly string[]
  readonly compressed: Compressed
}

/** What the build compressed beforehand. */
export interface Compressed {
  readonly br?: Buffer
  readonly gzip?: Buffer
}

/** A file of the build. */
export interface Asset {
  readonly contentType: string
  readonly body: Buffer
  readonly compressed: Compressed
  readonly etag: string
}

/** A source of pages. */
export interface PageSource {
  /** The page of an entry; nothing when it was not built. */
  page(entry: Entry): Promise<Page | undefined>
  /** A file by its name below `/-/assets/`. */
  asset(name: string): Asset | undefined
  /** Answers everything below `/-/` in place of `asset`, where a tool does that. */
  readonly middleware?: (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void
  /** Told of the server that it stands behind, before it listens. */
  attach(server: HttpServer): Promise<void>
  close(): Promise<void>
}
