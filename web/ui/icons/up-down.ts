import { drawn } from './drawn.tsx'

export const UpDownIcon = /* @__PURE__ */ drawn('M5 6l3-3 3 3M5 10l3 3 3-3')
