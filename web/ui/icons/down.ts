import { drawn } from './drawn.tsx'

export const DownIcon = /* @__PURE__ */ drawn('M4 6l4 4 4-4')
