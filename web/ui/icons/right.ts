import { drawn } from './drawn.tsx'

export const RightIcon = /* @__PURE__ */ drawn('M6 4l4 4-4 4')
