import { kinds } from './kinds.ts'
import { setting } from './setting.ts'

const MIB = 1024 * 1024

/** The settings of uploaded files. Sizes are in bytes. */
export const fileSettings = {
  FILE_SIZE_LIMIT: setting({
    kind: kinds.integer(1, 5_497_558_138_880),
    default: 1024 * MIB,
    defaultText: '1073741824 (1 GiB)',
    sentence: 'The maximum size of one uploaded file. Pictures have lower limits of their own.',
  }),
  FILE_STORAGE_LIMIT: setting({
    kind: kinds.integer(1, Number.MAX_SAFE_INTEGER),
    default: 10 * 1024 * MIB,
    defaultText: '10737418240 (10 GiB)',
    sentence: 'The maximum size of all files of an organization together, unfinished uploads included.',
  }),
  S3_BUCKET: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'files are stored in DATA_DIR',
    sentence: 'The bucket of an S3-compatible store that holds the uploaded files, instead of DATA_DIR.',
  }),
  S3_ENDPOINT: setting({
    kind: kinds.optionalWebUrl,
    default: undefined,
    defaultText: 'none',
    sentence: 'The URL of the S3-compatible store, without the bucket: https://s3.eu-central-1.amazonaws.com. Required with S3_BUCKET.',
  }),
  S3_REGION: setting({ kind: kinds.text, default: 'us-east-1', sentence: 'The region of the bucket.' }),
  S3_ACCESS_KEY_ID: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'none',
    sentence: 'The id of the access key of the S3-compatible store. Required with S3_BUCKET.',
  }),
  S3_SECRET_ACCESS_KEY: setting({
    kind: kinds.optionalText,
    default: undefined,
    defaultText: 'none',
    sentence: 'The secret of that access key. Required with S3_BUCKET.',
    isSecret: true,
  }),
} as const

/** The store of files that the settings name: an S3-compatible one, or the local disk (undefined). */
export interface S3Settings {
  readonly bucket: string
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface FileSettings {
  readonly S3_BUCKET: string | undefined
  readonly S3_ENDPOINT: string | undefined
  readonly S3_REGION: string
  readonly S3_ACCESS_KEY_ID: string | undefined
  readonly S3_SECRET_ACCESS_KEY: string | undefined
}

/** The S3-compatible store of the settings; undefined where files are stored in DATA_DIR. */
export function s3SettingsOf(settings: FileSettings): S3Settings | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  return {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** Faults of the settings of files that depend on each other. */
export function fileFaults(settings: FileSettings): string[] {
  const parts = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const absent = parts.filter((name) => settings[name] === undefined)
  if (absent.length === 0 || absent.length === parts.length) return []
  return [`${absent.join(' and ')} must be set as well: an S3-compatible store needs ${parts.join(', ')}.`]
}
