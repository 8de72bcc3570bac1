import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '#platform/config.ts'
import { startS3Server } from '#test/support/files/s3-server.ts'
import { fileStoreFinding } from './file-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'guildhall-doctor-'))
const s3 = await startS3Server(folder)
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings
const usable = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }

test.each([
  ['no bucket', {}, 'well', 'Uploaded files are stored in DATA_DIR.'],
  ['a bucket', usable, 'well', 'The bucket guildhall answers and accepts the key.'],
  ['an unknown key', { ...usable, S3_ACCESS_KEY_ID: 'unknown' }, 'fault', 'answered GET with 403 InvalidAccessKeyId.'],
  ['no server', { ...usable, S3_ENDPOINT: 'http://127.0.0.1:9' }, 'fault', 'The store of files cannot be reached.'],
])('with %s the doctor finds what is wrong', async (_, environment, state, sentence) => {
  const found = await fileStoreFinding(readSettings(environment))
  expect(found).toMatchObject({ name: 'files', state, sentence: expect.stringContaining(sentence) })
})

test('settings of a bucket are complete, or not set at all', () => {
  expect(() => readSettings({ S3_BUCKET: 'files' })).toThrow(
    'S3_ENDPOINT and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set as well',
  )
})
