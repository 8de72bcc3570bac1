// A real S3-compatible server for tests, on a free port of this machine.
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import type { S3Settings } from '#platform/settings/file-settings.ts'

/** A running S3-compatible server with one bucket. */
export interface S3Server {
  readonly settings: S3Settings
  close(): Promise<void>
}

/** Starts the server over a directory, which it creates. Its only access key is the one that S3rver knows. */
export async function startS3Server(directory: string): Promise<S3Server> {
  mkdirSync(directory, { recursive: true })
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'guildhall', configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    settings: {
      bucket: 'guildhall',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: () => server.close(),
  }
}
