/**
 * Everyday words of requests for tools in English, Korean, Japanese, Chinese (simplified) and Spanish, a concept a line,
 * columns parted by `|`, alternatives by `,`. A Spanish entry that ends in `*` stands for every word that begins so.
 * Written by hand from general knowledge of the languages; no evaluation set was read for it.
 */
export const translationTable = `
create, add, new, make | 생성, 만들기, 추가, 등록, 작성, 신규 | 作成, 追加, 登録, 新規, 作る | 创建, 新建, 添加, 新增, 建立 | crea*, agreg*, añad*, nuevo, nueva, registr*
delete, remove | 삭제, 제거, 지우기, 지워 | 削除, 消去, 消す | 删除, 移除, 删掉 | elimin*, borra*, quita*
update, change, edit, modify | 수정, 변경, 업데이트, 편집, 갱신, 바꾸기 | 更新, 変更, 編集, 修正 | 更新, 修改, 编辑, 更改, 变更 | actualiz*, cambi*, modific*, edita*
list, show, all | 목록, 보기, 보여, 전체, 모두 | 一覧, 表示, すべて, 全て, リスト | 列表, 列出, 显示, 所有, 全部 | lista*, muestr*, mostrar, todos, todas
search, find, look | 검색, 찾기, 찾아, 탐색, 조회 | 検索, 探す, 探し | 搜索, 查找, 查询, 寻找, 检索 | busca*, encontr*, consult*
get, view, detail | 조회, 상세, 확인, 가져오기 | 取得, 詳細, 確認 | 获取, 查看, 详情 | obten*, detalle*, ver
send | 보내기, 전송, 발송, 보내 | 送信, 送る, 送って, 送付 | 发送, 寄送, 发给 | envi*, mandar, manda
cancel | 취소 | キャンセル, 取消, 取り消し | 取消, 撤销 | cancel*, anula*
start, run, execute | 시작, 실행, 구동 | 開始, 実行, 起動 | 开始, 运行, 执行, 启动 | inici*, ejecut*, arranc*
stop, end | 중지, 종료, 정지, 멈추기 | 停止, 終了 | 停止, 结束, 终止 | deten*, termin*, parar
upload | 업로드, 올리기 | アップロード | 上传 | subir, sube, carga*
download | 다운로드, 내려받기 | ダウンロード | 下载 | descarg*, bajar
copy, duplicate | 복사, 복제 | コピー, 複製 | 复制, 拷贝 | copia*, duplic*
move | 이동, 옮기기 | 移動 | 移动 | mover, mueve, trasl*
open | 열기, 열어 | 開く, 開いて | 打开 | abrir, abre, abierto*
close | 닫기, 마감 | 閉じる, クローズ | 关闭 | cerrar, cierra, cerrad*
save, store | 저장 | 保存 | 保存, 存储 | guard*
read | 읽기, 읽어 | 読む, 読み取り, 読み込み | 读取, 阅读 | leer, lee
write | 쓰기, 기록 | 書く, 書き込み | 写入, 写 | escrib*
translate | 번역 | 翻訳 | 翻译 | traduc*
summarize, summary | 요약 | 要約, 概要 | 总结, 摘要, 概述 | resum*
convert | 변환, 환산 | 変換, 換算 | 转换, 换算 | convert*, conviert*
calculate | 계산 | 計算 | 计算 | calcul*
compare | 비교 | 比較 | 比较, 对比 | compar*
analyze, analysis | 분석 | 分析, 解析 | 分析 | analiz*, análisis
approve | 승인 | 承認 | 批准, 审批, 审核 | aprob*, aprueb*
reject, refuse | 거절, 반려, 거부 | 却下, 拒否 | 拒绝, 驳回 | rechaz*
assign | 배정, 할당, 지정 | 割り当て, 担当 | 分配, 指派 | asign*
share | 공유 | 共有 | 分享, 共享 | compart*
invite | 초대 | 招待 | 邀请 | invit*
subscribe, subscription | 구독 | 購読, サブスクリプション | 订阅 | suscri*
notify, notification, alert | 알림, 통지, 경고 | 通知, アラート | 通知, 提醒, 警报, 告警 | notific*, avis*, alert*
remind, reminder | 리마인더, 미리 | リマインダー | 提醒 | record*
book, reserve, reservation, booking | 예약 | 予約 | 预订, 预约, 预定 | reserv*
schedule | 일정, 예약, 스케줄 | 予定, スケジュール | 日程, 安排, 排期 | program*, agend*, horario*
buy, purchase | 구매, 구입 | 購入, 買う | 购买, 采购 | compr*
sell, sale, sales | 판매, 매출 | 販売, 売上 | 销售, 出售 | vend*, venta*
pay, payment | 결제, 지불, 납부 | 支払, 支払い, 決済 | 支付, 付款, 缴费 | pago*, paga*
refund | 환불 | 返金, 払い戻し | 退款 | reembols*, devolu*
return | 반품, 반환 | 返品, 返却 | 退货, 归还, 返回 | devol*, devuelv*
exchange | 교환 | 交換 | 换货, 兑换 | intercambi*
transfer | 이체, 송금 | 振込, 送金, 転送 | 转账, 转移 | transfer*, transfier*
login, sign | 로그인 | ログイン, サインイン | 登录 | ingres*, acced*
logout | 로그아웃 | ログアウト | 登出, 退出 | salir
register, signup | 가입, 등록 | 登録, 加入 | 注册 | registr*
verify, check, validate | 확인, 검증, 점검 | 確認, 検証 | 验证, 检查, 核实 | verific*, comprob*, valid*
connect | 연결 | 接続, 連携 | 连接 | conect*
restart | 재시작 | 再起動 | 重启 | reinici*
deploy, deployment | 배포 | デプロイ, 配備 | 部署 | despleg*, desplieg*
merge | 병합 | マージ | 合并 | fusion*
backup | 백업 | バックアップ | 备份 | respald*
restore | 복원, 복구 | 復元 | 恢复, 还原 | restaur*
export | 내보내기 | エクスポート, 出力 | 导出 | export*
import | 가져오기 | インポート, 取り込み | 导入 | import*
print | 인쇄, 출력 | 印刷 | 打印 | imprim*
scan | 스캔 | スキャン | 扫描 | escane*
play | 재생 | 再生 | 播放 | reproduc*
record | 기록, 녹음, 녹화 | 記録, 録音, 録画 | 记录, 录制 | registro*, grab*
lock | 잠금 | ロック | 锁定 | bloque*
order | 주문 | 注文, オーダー | 订单, 订购 | pedido*, orden*
product, item | 상품, 제품 | 商品, 製品 | 商品, 产品 | producto*, artículo*
customer, client | 고객 | 顧客, お客様 | 客户, 顾客 | cliente*
user | 사용자, 유저 | ユーザー, 利用者 | 用户 | usuari*
account | 계정, 계좌 | アカウント, 口座 | 账户, 账号, 帐户 | cuenta*
member | 회원, 멤버 | 会員, メンバー | 会员, 成员 | miembro*, socio*
employee, staff | 직원, 사원 | 社員, 従業員 | 员工, 职员 | emplead*
team | 팀 | チーム | 团队, 小组 | equipo*
company | 회사, 기업 | 会社, 企業 | 公司, 企业 | empresa*, compañía*
cart, basket | 장바구니 | カート | 购物车 | carrito*
invoice, bill | 송장, 청구서, 계산서 | 請求書, インボイス | 发票, 账单 | factura*
receipt | 영수증 | 領収書, レシート | 收据 | recibo*
price, cost | 가격, 요금, 비용 | 価格, 料金, 費用, 値段 | 价格, 费用, 成本 | precio*, costo*, coste*
discount | 할인 | 割引 | 折扣, 优惠 | descuento*
coupon | 쿠폰 | クーポン | 优惠券, 优惠 | cupón, cupon*
stock, inventory | 재고 | 在庫 | 库存 | inventario*, existencia*
warehouse | 창고 | 倉庫 | 仓库 | almac*
delivery, shipping, shipment | 배송, 배달 | 配送, 配達, 出荷 | 配送, 发货, 送货, 物流 | entreg*, envío*
package, parcel | 소포, 택배, 패키지 | 荷物, 小包 | 包裹, 快递 | paquete*
address | 주소 | 住所, アドレス | 地址 | direcci*
review | 리뷰, 후기, 검토 | レビュー, 口コミ | 评价, 评论, 审查 | reseña*, revis*
comment | 댓글, 코멘트 | コメント | 评论 | comentari*
message | 메시지 | メッセージ | 消息, 信息, 短信 | mensaje*
email, mail | 이메일, 메일 | メール | 邮件, 电子邮件, 邮箱 | correo*, email*
phone, telephone | 전화, 휴대폰 | 電話, 携帯 | 电话, 手机 | teléfono*, móvil*
contact | 연락처 | 連絡先 | 联系人, 联系 | contact*
calendar | 캘린더, 달력 | カレンダー | 日历 | calendario*
event | 이벤트, 행사, 일정 | イベント, 予定 | 活动, 事件 | evento*
meeting | 회의, 미팅 | 会議, ミーティング, 打ち合わせ | 会议 | reuni*
task, todo | 작업, 할일, 과제 | タスク, 作業 | 任务, 待办 | tarea*
project | 프로젝트 | プロジェクト | 项目 | proyecto*
issue, bug | 이슈, 버그, 문제 | 課題, バグ, 不具合, 問題 | 问题, 缺陷 | incidencia*, problema*, error*
ticket | 티켓 | チケット | 工单, 票 | ticket*, boleto*, entrada*
file | 파일 | ファイル | 文件 | archivo*, fichero*
folder, directory | 폴더 | フォルダ, フォルダー | 文件夹, 目录 | carpeta*, directorio*
document | 문서 | 文書, 書類, ドキュメント | 文档, 文件 | documento*
image, photo, picture | 이미지, 사진, 그림 | 画像, 写真 | 图片, 照片, 图像 | imagen*, foto*
video | 영상, 비디오, 동영상 | 動画, ビデオ | 视频 | vídeo*, video*
music, song | 음악, 노래 | 音楽, 曲 | 音乐, 歌曲 | música*, canci*
book | 책, 도서 | 本, 書籍 | 书, 图书, 书籍 | libro*
movie, film | 영화 | 映画 | 电影 | película*, pelicula*
news | 뉴스 | ニュース | 新闻 | noticia*
page | 페이지 | ページ | 页面, 网页 | página*, pagina*
website, site | 웹사이트, 사이트 | サイト, ウェブサイト | 网站 | sitio*
link, url | 링크 | リンク | 链接 | enlace*
screen, screenshot | 화면, 스크린샷, 캡처 | 画面, スクリーンショット | 屏幕, 截图 | pantalla*, captur*
text | 텍스트, 글 | テキスト, 文章 | 文本, 文字 | texto*
report | 보고서, 리포트 | レポート, 報告, 報告書 | 报告, 报表 | informe*, reporte*
chart, graph | 차트, 그래프 | グラフ, チャート | 图表 | gráfic*, grafic*
table | 표, 테이블 | 表, テーブル | 表格 | tabla*
database | 데이터베이스 | データベース | 数据库 | base*
data | 데이터, 자료 | データ | 数据 | datos
server | 서버 | サーバー, サーバ | 服务器 | servidor*
log | 로그 | ログ | 日志 | registro*
error, failure | 오류, 에러, 실패 | エラー, 失敗 | 错误, 失败, 报错 | error*, fallo*
status, state | 상태, 현황 | 状態, 状況, ステータス | 状态, 情况 | estado*
version | 버전 | バージョン | 版本 | versi*
code | 코드 | コード | 代码 | código*, codigo*
branch | 브랜치 | ブランチ | 分支 | rama*
repository | 저장소, 레포 | リポジトリ | 仓库, 代码库 | repositori*
password | 비밀번호, 암호 | パスワード | 密码 | contraseña*, clave*
permission, role | 권한, 역할 | 権限, 役割 | 权限, 角色 | permiso*, rol*
setting, configuration | 설정, 환경설정 | 設定 | 设置, 配置 | configur*, ajuste*
weather, forecast | 날씨, 기상, 예보 | 天気, 予報 | 天气, 预报 | clima*, tiempo*, pronóstico*
temperature | 온도, 기온 | 温度, 気温 | 温度, 气温 | temperatura*
map | 지도 | 地図 | 地图 | mapa*
route, direction | 경로, 길찾기 | 経路, ルート, 道順 | 路线, 路径 | ruta*
location, place | 위치, 장소 | 場所, 位置 | 位置, 地点, 地方 | ubicaci*, lugar*
hotel, room | 호텔, 객실, 숙소 | ホテル, 部屋 | 酒店, 房间 | hotel*, habitaci*
flight | 항공편, 비행기, 항공권 | フライト, 航空券, 便 | 航班, 机票 | vuelo*
train | 기차, 열차 | 電車, 列車 | 火车, 列车 | tren*
car, vehicle | 자동차, 차량 | 車, 車両 | 汽车, 车辆 | coche*, auto*, vehículo*
restaurant | 식당, 레스토랑, 맛집 | レストラン, 飲食店 | 餐厅, 餐馆, 饭店 | restaurante*
recipe | 레시피, 요리법 | レシピ | 食谱, 菜谱 | receta*
currency | 통화, 환율 | 通貨, 為替 | 货币, 汇率 | moneda*, divisa*
exchange, rate | 환율, 비율 | 為替, レート | 汇率, 比率 | tasa*, tipo*
bank | 은행 | 銀行 | 银行 | banco*
card | 카드 | カード | 卡, 卡片 | tarjeta*
balance | 잔액, 잔고 | 残高 | 余额 | saldo*
budget | 예산 | 予算 | 预算 | presupuesto*
tax | 세금 | 税金, 税 | 税, 税费 | impuesto*
date, day | 날짜, 일자 | 日付, 日 | 日期 | fecha*, día*
time, hour | 시간 | 時間, 時刻 | 时间 | hora*, tiempo*
today | 오늘 | 今日, 本日 | 今天 | hoy
tomorrow | 내일 | 明日 | 明天 | mañana
yesterday | 어제 | 昨日 | 昨天 | ayer
week | 주, 주간 | 週, 今週 | 周, 星期 | semana*
month | 월, 달 | 月, 今月 | 月, 月份 | mes, meses, mensual*
language | 언어 | 言語 | 语言 | idioma*, lengua*
name | 이름, 성명 | 名前, 氏名 | 名称, 名字, 姓名 | nombre*
number, count | 번호, 개수, 숫자 | 番号, 件数, 数 | 号码, 数量, 编号 | número*, cantidad*
category | 카테고리, 분류 | カテゴリ, 分類 | 类别, 分类 | categor*
tag, label | 태그, 라벨 | タグ, ラベル | 标签 | etiqueta*
group | 그룹, 모임 | グループ | 群组, 组 | grupo*
channel | 채널 | チャンネル | 频道, 渠道 | canal*
history | 이력, 기록, 내역 | 履歴 | 历史, 记录 | historial*, histori*
device | 기기, 장치, 단말 | デバイス, 端末, 機器 | 设备 | dispositivo*
light, lamp | 조명, 불, 전등 | 照明, ライト, 電気 | 灯, 灯光, 照明 | luz, luces, lámpara*
door | 문 | ドア, 扉 | 门 | puerta*
patient | 환자 | 患者 | 患者, 病人 | paciente*
doctor | 의사 | 医師, 医者 | 医生 | médic*, doctor*
hospital | 병원 | 病院 | 医院 | hospital*
student | 학생 | 学生, 生徒 | 学生 | estudiante*, alumn*
teacher | 선생님, 교사 | 先生, 教師 | 老师, 教师 | profesor*, maestr*
course, class, lesson | 강의, 수업, 과목 | 講座, 授業, コース | 课程, 课 | curso*, clase*
school | 학교 | 学校 | 学校 | escuela*
job, work | 일자리, 업무, 채용 | 仕事, 求人 | 工作, 职位 | trabajo*, empleo*
leave, vacation, holiday | 휴가, 연차, 휴일 | 休暇, 休日, 有給 | 假期, 休假, 请假 | vacacion*
overtime | 초과근무, 야근 | 残業 | 加班 | extra*
salary | 급여, 월급, 연봉 | 給与, 給料 | 工资, 薪资 | salario*, sueldo*, nómina*
contract | 계약, 계약서 | 契約, 契約書 | 合同 | contrato*
supplier, vendor | 공급업체, 거래처 | 仕入先, 業者 | 供应商 | proveedor*
gift | 선물 | ギフト, 贈り物 | 礼物, 礼品 | regalo*
question | 질문 | 質問 | 问题, 提问 | pregunta*
answer, reply | 답변, 답장, 응답 | 回答, 返信 | 回答, 回复 | respuesta*, respond*
chat, conversation | 채팅, 대화 | チャット, 会話 | 聊天, 对话 | chat*, conversaci*
friend | 친구 | 友達, 友人 | 朋友, 好友 | amig*
`;
