// A server with stand-ins of Discord and GitHub, for the tests of one file.
import { afterAll, expect } from 'vitest'
import { startServices } from '#test/providers/services.ts'
import { type TestServer, type TestServerOptions, testServer } from '../server.ts'

/** A server and the services that it calls. */
export interface ConnectedServer {
  readonly services: Awaited<ReturnType<typeof startServices>>
  readonly server: TestServer
}

/** Starts both; they close after the tests of the file, to which the services must have had nothing to object. */
export async function aConnectedServer(options: Pick<TestServerOptions, 'database'> = {}): Promise<ConnectedServer> {
  const services = await startServices({ now: () => server.clock.now() })
  const server = await testServer({ ...options, settings: services.settings })
  afterAll(async () => {
    expect(services.faults).toEqual([])
    await server.close()
    await services.close()
  })
  return { services, server }
}
