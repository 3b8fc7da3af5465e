import { docxFile, pdfFile, textFile, xlsxFile, zipFile } from '../demo-files.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** Contract, budget, leave and travel, in Chinese. */
export const moneyThreadsZh: ThreadPlan[] = [
  {
    key: 'contract',
    subject: '云溪连锁药房服务合同审批（第二版）',
    days: 14,
    time: '10:05',
    starred: true,
    steps: [
      {
        by: 'sofia',
        to: ['zhangwei', 'liting'],
        text: `张伟、李婷：

云溪的合同第二版回来了，对方改了三处，请审批：

- 付款：由预付改为季度末付款，30 天账期
- 数据：要求合同终止后 30 天内导出并删除
- 违约金：上限由 10% 提高到 20%

对方希望 {+5} 前签署。`,
        files: () => [
          docxFile('云溪连锁药房-软件服务合同-v2.docx', [
            '# 软件服务合同（第二版）',
            '甲方：云溪连锁药房有限公司',
            '乙方：鸿雁示例科技',
            '第四条　付款方式：按季度结算，季度末起三十日内支付。',
            '第九条　数据：合同终止后三十日内，乙方导出并删除甲方数据。',
            '第十二条　违约责任：累计不超过合同总额的百分之二十。',
          ]),
        ],
      },
      {
        by: 'liting',
        hours: 2.2,
        text: `财务意见：

1. 季度末付款可以接受，但请加一条逾期按日万分之三计息。
2. 违约金 20% 偏高，建议不超过 15%。
3. 开票信息里税号少一位，请对方重发。`,
      },
      {
        by: 'zhangwei',
        to: ['heng'],
        cc: ['liting', 'sofia'],
        hours: 1,
        text: `何律师您好：

合同第二版请您把一下关，重点看第九条数据条款和第十二条违约责任，最好明天上午能给意见，谢谢。`,
        files: () => [
          docxFile('云溪连锁药房-软件服务合同-v2.docx', [
            '# 软件服务合同（第二版）',
            '甲方：云溪连锁药房有限公司',
            '乙方：鸿雁示例科技',
          ]),
        ],
      },
      {
        by: 'heng',
        hours: 20,
        text: `张总：

已审阅，意见如下：

- 第九条：应写明导出格式和费用承担，并约定备份介质的删除期限，建议 90 天。
- 第十二条：建议上限 15%，同时排除间接损失。
- 争议解决：原文约定甲方所在地法院，建议改为被告所在地。

修订版见附件，改动处已标出。`,
        files: () => [
          docxFile('软件服务合同-v2-律师修订.docx', [
            '# 软件服务合同（律师修订）',
            '第九条　导出格式为 CSV 或 XLSX，费用由乙方承担；备份介质九十日内删除。',
            '第十二条　累计不超过合同总额的百分之十五，不包括间接损失。',
          ]),
          textFile(
            '修改说明.txt',
            '1. 第九条增加导出格式、费用与备份删除期限。\r\n2. 第十二条上限调整为百分之十五。\r\n3. 第十五条管辖改为被告所在地人民法院。\r\n',
          ),
        ],
      },
      {
        by: 'zhangwei',
        to: ['sofia', 'liting'],
        hours: 1.5,
        text: `同意按律师修订版和对方谈。底线：违约金 15%，账期 30 天。

谈妥后走用印流程，我这边已批准。`,
      },
      {
        by: 'sofia',
        hours: 46,
        text: `对方全部接受了！扫描件今天下午到，纸质版两份已寄出。

Thank you both, this is our largest contract so far.`,
      },
    ],
  },
  {
    key: 'budget',
    subject: '{nextYear} 年度预算编制通知',
    days: 23,
    time: '09:00',
    steps: [
      {
        by: 'liting',
        to: ['zhangwei', 'wangjian', 'emma', 'sofia', 'admin'],
        text: `各位部门负责人：

{nextYear} 年度预算编制工作开始，请于 {+8} 前把填好的模板发给我。

- 人员费用按现有编制填，新增岗位单列并说明理由
- 差旅、市场、采购按季度拆分
- 单笔超过五万元的采购请附报价

模板和填写说明在压缩包里。`,
        files: () => [
          zipFile('预算模板与说明.zip', [
            xlsxFile('部门预算模板.xlsx', '预算', [
              ['科目', '一季度', '二季度', '三季度', '四季度'],
              ['人员', 0, 0, 0, 0],
              ['差旅', 0, 0, 0, 0],
              ['采购', 0, 0, 0, 0],
            ]),
            textFile(
              '填写说明.txt',
              '金额单位为元，不含税。\r\n新增岗位请在备注中写明到岗月份。\r\n',
            ),
          ]),
        ],
      },
      {
        by: 'wangjian',
        to: ['liting'],
        hours: 26,
        text: `李婷，研发部的填好了。测试设备那一项我按三台估的，报价还在等，先写 6 万。`,
        files: () => [
          xlsxFile('研发部预算.xlsx', '预算', [
            ['科目', '一季度', '二季度', '三季度', '四季度'],
            ['人员', 612000, 612000, 658000, 658000],
            ['云服务', 48000, 48000, 52000, 52000],
            ['测试设备', 60000, 0, 0, 0],
          ]),
        ],
      },
      {
        by: 'emma',
        to: ['liting'],
        cc: ['zhangwei'],
        hours: 20,
        text: `Hi Li Ting,

Design and International is attached to the shared sheet now. Two notes: the London trip is in Q2, and the accessibility audit is a one-off of GBP 6,800, so please convert it at whatever rate you use for planning.`,
      },
      {
        by: 'liting',
        to: ['emma'],
        cc: ['zhangwei'],
        hours: 2,
        text: `收到，谢谢 Emma。预算汇率统一按 9.2 计算，折合 62,560 元。`,
      },
      {
        by: 'liting',
        to: ['zhangwei'],
        hours: 70,
        text: `张伟：

各部门预算已汇总，总额比今年增加 11.4%，主要来自海外市场和两个新增岗位。请在 {+4} 的经营会之前看一下，有要调整的地方直接在表里标红。`,
        files: () => [
          xlsxFile('年度预算汇总.xlsx', '汇总', [
            ['部门', '今年', '明年', '增幅'],
            ['产品部', 1860000, 1985000, '6.7%'],
            ['设计与国际部', 1420000, 1690000, '19.0%'],
            ['研发部', 2630000, 2860000, '8.7%'],
            ['市场销售部', 1750000, 2010000, '14.9%'],
            ['财务行政部', 690000, 760000, '10.1%'],
          ]),
        ],
      },
    ],
  },
  {
    key: 'leave',
    subject: '年假申请：王建国',
    days: 10,
    time: '17:20',
    steps: [
      {
        by: 'wangjian',
        to: ['zhangwei'],
        cc: ['liting'],
        text: `张伟：

想在发布之后休五天年假，{+21} 到 {+25}，带父母去一趟云南。

休假期间移动端由小周负责，服务端由老方负责，紧急情况打我电话。`,
      },
      {
        by: 'zhangwei',
        hours: 0.8,
        text: `同意，好好休息，早就该休了。走之前和老方交接一下发布后的监控就行。`,
      },
      {
        by: 'liting',
        hours: 15,
        text: `已登记。王建国今年年假共 10 天，已休 3 天，本次 5 天，剩余 2 天，请在年底前安排。`,
      },
    ],
  },
  {
    key: 'travel',
    subject: '出差行程确认：杭州 → 广州 往返',
    days: 9,
    time: '11:30',
    steps: [
      {
        by: 'zhangwei',
        to: ['ludao'],
        cc: ['liting'],
        text: `小林你好：

请帮我和 Sofia 订 {+6} 去广州的行程，{+8} 晚上回，去程尽量上午到。酒店离会展中心近一点，两间，含早餐，每晚 600 以内。`,
      },
      {
        by: 'ludao',
        hours: 1.1,
        text: `张总您好！

为您查到以下方案：

去程：07:55 杭州 - 10:10 广州，经济舱 860 元/人
回程：19:40 广州 - 21:50 杭州，经济舱 790 元/人
酒店：松间酒店（会展中心店），高级大床房 528 元/晚，含双早

以上价格保留到今天下午六点，确认后马上出票。`,
      },
      {
        by: 'zhangwei',
        hours: 0.7,
        text: `可以，出票吧。发票抬头和以前一样，开专票。`,
      },
      {
        by: 'ludao',
        hours: 1,
        text: `已出票，行程单见附件。酒店确认号 PG-288314，最晚保留到当晚八点，晚到请提前联系我。祝您旅途愉快！`,
        files: () => [
          pdfFile('行程单-张伟-Sofia.pdf', [
            '# 行程确认单',
            '旅客：张伟、Sofia Rossi',
            'HGH - CAN  07:55 - 10:10',
            'CAN - HGH  19:40 - 21:50',
            '酒店：松间酒店（会展中心店）两晚',
          ]),
        ],
      },
    ],
  },
]
