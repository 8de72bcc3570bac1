import { systemClock } from '#platform/clock.ts'
import { createS3Store } from '#platform/files/s3-store.ts'
import { s3SettingsOf } from '#platform/settings/file-settings.ts'
import { type Finding, finding } from './finding.ts'

/** A path at which no file is: reading it needs the same permissions as any other. */
const PROBE = 'doctor/probe'

/** Checks that the bucket of the settings answers and accepts the key. It changes nothing. */
export async function fileStoreFinding(settings: Parameters<typeof s3SettingsOf>[0]): Promise<Finding> {
  const s3 = s3SettingsOf(settings)
  if (!s3) return finding('files', 'well', 'Uploaded files are stored in DATA_DIR.')
  try {
    const file = await createS3Store(s3, systemClock()).read(PROBE)
    file?.content.destroy()
    return finding('files', 'well', `The bucket ${s3.bucket} answers and accepts the key.`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return finding('files', 'fault', `The bucket ${s3.bucket} cannot be used: ${message.endsWith('.') ? message : `${message}.`}`)
  }
}
