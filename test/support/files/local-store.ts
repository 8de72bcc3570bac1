// The local store of files behind the server that answers at its addresses, without any route of the application.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type MovableClock, movableClock } from '#platform/clock.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { buildServer } from '#platform/http/serve.ts'
import { testPlatform } from '../platform.ts'

/** A running local store. */
export interface RunningFiles {
  readonly store: FileStore
  readonly clock: MovableClock
  close(): Promise<void>
}

/** Serves the store over a directory on a free port of this machine. */
export async function serveFiles(directory: string): Promise<RunningFiles> {
  const port = await freePort()
  const clock = movableClock(new Date('2026-03-12T14:20:00.000Z'))
  const platform = await testPlatform({ clock }, { DATA_DIR: directory, BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_ENABLED: 'false' })
  const server = await buildServer({ platform, routes: [], callers: [] })
  await server.app.listen({ port, host: '127.0.0.1' })
  return {
    store: platform.files,
    clock,
    close: async () => {
      await server.stop()
      await platform.close()
    },
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
