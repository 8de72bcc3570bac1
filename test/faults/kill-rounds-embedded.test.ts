import { test } from 'vitest'
import { BOX_MS, killRounds } from './kill-rounds.ts'

test('a server on the embedded database that is killed again and again loses, doubles and halves nothing', { timeout: BOX_MS * 2 }, () =>
  killRounds('embedded'),
)
