import { drawn } from './drawn.tsx'

export const LeftIcon = /* @__PURE__ */ drawn('M10 4l-4 4 4 4')
