// A page of a merchant on an origin of its own, which embeds checkouts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page that is served at every path of `url`. */
export interface Shop {
  /** Its origin. */
  readonly url: string
  close(): Promise<void>
}

/** Serves a page of HTML on another origin than `server`, from whose scripts, frames and calls its policy allows nothing more than it uses. */
export async function aShop(server: string, html: () => string): Promise<Shop> {
  const policy = `default-src 'none'; script-src ${server} 'unsafe-inline'; frame-src ${server}; connect-src ${server}`
  const http = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8').setHeader('content-security-policy', policy).end(html())
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}
