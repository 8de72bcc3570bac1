import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { schemaSnapshot } from './snapshot.ts'

// `npx vitest run server/platform/database/snapshot -u` writes it anew.
test('server/migrations/schema.sql is what the migrations make', async () => {
  const { db } = await testDatabase()
  await expect(await schemaSnapshot(db)).toMatchFileSnapshot('../../migrations/schema.sql')
})
