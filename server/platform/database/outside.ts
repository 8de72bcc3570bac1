import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs `run` outside the current request or transaction: its statements are not counted as part of it and do not run in its open
 * transaction. For timers and signals that many requests share.
 */
export const outside: <T>(run: () => T) => T = AsyncLocalStorage.snapshot()
