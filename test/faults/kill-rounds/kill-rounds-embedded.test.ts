import { test } from 'vitest'
import { HANGS_MS, killRounds } from './kill-rounds.ts'

test(
  'a server on the embedded database that is killed repeatedly neither loses, duplicates nor truncates a sale',
  { timeout: HANGS_MS },
  () => killRounds('embedded'),
)
