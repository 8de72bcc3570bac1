import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs `act` outside whichever request or transaction is going on: what is done there is not counted as theirs and does not
 * meet their open transaction. For timers and signals that many requests share.
 */
export const outside: <T>(act: () => T) => T = AsyncLocalStorage.snapshot()
