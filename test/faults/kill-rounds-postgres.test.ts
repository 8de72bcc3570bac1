import { test } from 'vitest'
import { HANGS_MS, killRounds } from './kill-rounds.ts'

test('a server on PostgreSQL that is killed again and again loses, doubles and halves nothing', { timeout: HANGS_MS }, () =>
  killRounds('postgres'),
)
