import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { schemaSnapshot } from './snapshot.ts'

// `npx vitest run server/platform/database/snapshot -u` updates the file.
test('server/migrations/schema.sql equals the schema that the migrations create', async () => {
  const { db } = await testDatabase()
  await expect(await schemaSnapshot(db)).toMatchFileSnapshot('../../migrations/schema.sql')
})
