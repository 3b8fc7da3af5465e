import { expect, it } from 'vitest'
import { aliyunHeaders, canonicalQuery, tencentHeaders } from './cloud-signatures.ts'

// Both are the examples by which the providers describe their signatures.

it('issue 13: ACS3-HMAC-SHA256 signs Aliyun’s own example as Aliyun does', () => {
  const headers = aliyunHeaders(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: {
        RegionId: 'cn-shanghai',
        ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
      },
      body: '',
      at: new Date('2023-10-26T10:22:32.417Z'),
    },
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    '3156853299f313e23d1673dc12e1703d',
  )
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
  expect(headers['x-acs-date']).toBe('2023-10-26T10:22:32Z')
})

it('issue 13: TC3-HMAC-SHA256 signs Tencent Cloud’s own example as Tencent Cloud does', () => {
  const headers = tencentHeaders(
    {
      host: 'cvm.tencentcloudapi.com',
      action: 'DescribeInstances',
      version: '2017-03-12',
      query: {},
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      at: new Date(1_551_113_065_000),
    },
    { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', secret: 'Gu5t9xGARNpq86cd98joQYCN3*******' },
    'ap-guangzhou',
  )
  expect(headers.authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
  )
  expect(headers).toMatchObject({ 'x-tc-timestamp': '1551113065', 'x-tc-region': 'ap-guangzhou' })
})

it('parameters are signed in their order, with every mark that RFC 3986 reserves written as its number', () => {
  expect(canonicalQuery({ b: "é !'()*~", a: '{"code":"1"}' })).toBe(
    'a=%7B%22code%22%3A%221%22%7D&b=%C3%A9%20%21%27%28%29%2A~',
  )
})
