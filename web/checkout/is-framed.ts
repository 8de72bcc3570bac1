/** Whether this is the embedded checkout: another page frames it. Opened by itself, the same URL is a page like the others. */
export const isFramed = window.parent !== window && location.pathname.startsWith('/embed/')
