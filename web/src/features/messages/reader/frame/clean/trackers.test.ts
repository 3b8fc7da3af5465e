import { expect, it } from 'vitest'
import { isTracker } from './trackers.ts'

const look = (url: string, over: { width?: string; height?: string; style?: string } = {}) => ({
  url,
  width: over.width ?? null,
  height: over.height ?? null,
  style: over.style ?? '',
})

it.each([
  look('https://a.example/x', { width: '1', height: '1' }),
  look('https://a.example/x.png', { width: '0' }),
  look('https://a.example/x.png', { style: 'height:1px;width:1px' }),
  look('https://a.example/x.png', { style: 'border:0;display:none' }),
  look('https://a.example/x.png', { style: 'max-height:0;max-width:0' }),
  look('https://us1.list-manage.com/track/open.php?u=1&id=2'),
  look('https://ea.example/wf/open?upn=abc'),
  look('https://mail.example/o.gif?id=7'),
  look('https://www.google-analytics.com/collect?v=1', { width: '600' }),
  look('https://a.example/i?m=a8f7d6e5c4b3a2918f7e6d5c4b3a2910'),
])('READ-02 $url is a tracker', (one) => expect(isTracker(one)).toBe(true))

it.each([
  look('https://a.example/logo.png'),
  look('https://a.example/logo.png?v=a8f7d6e5c4b3a2918f7e6d5c4b3a2910'),
  look('https://cdn.example/render?hash=a8f7d6e5c4b3a2918f7e6d5c4b3a2910', { width: '600' }),
  look('https://a.example/spacer.gif', { width: '20', height: '20' }),
  look('https://a.example/opening-hours.jpg', { style: 'width:100%' }),
  look('https://a.example/pixel-art/hero.png', { width: '600' }),
])('READ-02 $url is a picture', (one) => expect(isTracker(one)).toBe(false))
