import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Settings } from '../config.ts'
import type { Secrets } from '../crypto/secrets.ts'
import { s3SettingsOf } from '../settings/file-settings.ts'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

/** The store of files that the settings name: a bucket, or the folder `storage` of DATA_DIR. */
export function openFileStore(settings: Settings, deps: { readonly secrets: Secrets; readonly clock: Clock }): FileStore {
  const s3 = s3SettingsOf(settings)
  return s3
    ? createS3Store(s3, deps.clock)
    : createLocalStore({ directory: join(settings.DATA_DIR, 'storage'), baseUrl: settings.BASE_URL, ...deps })
}
