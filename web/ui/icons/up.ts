import { drawn } from './drawn.tsx'

export const UpIcon = /* @__PURE__ */ drawn('M4 10l4-4 4 4')
