declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** A server of the S3 protocol that stores objects in a directory. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly vhostBuckets: boolean
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
