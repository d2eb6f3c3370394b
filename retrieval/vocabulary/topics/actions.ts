/** What one does with things; the form of the lines is told in `translations.ts`. */
export const actions = `
create, make, add, new | 생성, 추가, 신규, 만들다, 작성, 등록 | 作成, 追加, 新規, 作る, 登録 | 创建, 新建, 添加, 新增, 建立, 制作 | crea*, agreg*, añad*, nuevo*, nueva*, hacer, haz, hazme | cria*, adicion*, novo*, nova*, fazer, faça | créer*, crée*, ajout*, nouveau*, nouvel*, faire, fais, faites | erstell*, anleg*, hinzufüg*, füge, neu, neue*, mach*
delete, remove | 삭제, 제거, 지우다, 없애다 | 削除, 消去, 消す, 除去, 取り除く | 删除, 移除, 删掉, 去掉, 删, 清除 | elimin*, borra*, quita*, suprim* | exclu*, apag*, remov*, delet* | supprim*, efface*, retire*, enlev* | lösch*, entfern*
update, change, edit, modify | 수정, 변경, 업데이트, 편집, 갱신, 바꾸다, 고치다 | 更新, 変更, 編集, 修正, アップデート, 変える, 直す | 更新, 修改, 编辑, 更改, 变更, 改成, 改为, 改 | actualiz*, cambi*, modific*, edita* | atualiz*, alter*, mudar, muda, mude, edita*, edite, modific* | mettre, mets, modifi*, chang*, édit*, actualis* | aktualisier*, änder*, geändert*, bearbeit*
list, show, all | 목록, 보이다, 보여, 전체, 모두, 모든, 나열, 리스트 | 一覧, 表示, 全て, すべて, 全部, リスト, 見せる | 列表, 列出, 显示, 展示, 所有, 全部, 清单 | lista*, muestr*, mostrar*, enseña*, todos, todas, todo, toda | lista*, liste, mostr*, todos, todas, exib* | liste*, lister*, affich*, montre*, tous, toutes | liste*, auflist*, zeig*, anzeig*, alle, aller, allen
search, find, look | 검색, 찾다, 찾아보다, 탐색, 조회, 알아보다 | 検索, 探す, 見つける, サーチ, 探索 | 搜索, 查找, 查询, 寻找, 检索, 搜寻, 搜, 找, 查 | busca*, búsqueda*, encontr*, encuentr*, consult* | busc*, procur*, encontr*, pesquis*, ache, achar | cherch*, recherch*, trouv* | such*, find*, gefunden
get, view, detail | 조회, 상세, 확인, 가져오다, 보다, 세부, 열람 | 取得, 詳細, 確認, 見る, 閲覧, 参照, 取る | 获取, 查看, 详情, 详细, 看看, 取得, 查 | obten*, obtén*, detalle*, ver, vea, veo, traer, trae | obter, obtenh*, detalhe*, ver, veja | obten*, obtien*, récupér*, voir, détail*, consult* | abruf*, ruf*, detail*, anseh*, hol*
check, verify, validate, test | 확인, 검증, 점검, 체크, 검사, 테스트 | 確認, 検証, チェック, 点検, 検査, 調べる, テスト | 验证, 检查, 核实, 确认, 检测, 校验, 测试, 核对 | verific*, comprob*, comprueb*, valid*, revis*, prueb*, probar | verific*, confir*, valid*, chec*, teste*, testar | vérifi*, valid*, contrôl*, tester, teste* | prüf*, überprüf*, kontrollier*, validier*, teste*
tell, know, information | 알려주다, 알다, 정보, 궁금, 안내 | 教える, 知る, 情報, 案内 | 告诉, 知道, 信息, 资讯, 了解, 介绍 | dime, saber, informaci*, decir, diga | diga*, saber, informaç*, dizer | dis, dites, savoir, informat*, renseign* | sag*, wissen, weiß, information*, auskunft*
send, deliver | 보내다, 전송, 발송, 전달, 송부, 부치다 | 送信, 送る, 送付, 発送, 届ける, 伝える | 发送, 寄送, 发给, 发一, 寄给, 传送, 传给, 寄, 发 | envi*, mandar*, manda, mándal*, mande | envi*, mandar, mande, manda | envo*, expédi*, transmet* | send*, schick*, verschick*, versend*, gesendet*
receive, get | 받다, 수신, 수령 | 受信, 受け取る, 受領, もらう | 接收, 收到, 领取 | recib* | receb* | reçoi*, recev*, reçu* | empfang*, erhalt*, bekomm*
forward | 전달, 포워드 | 転送 | 转发, 转寄 | reenvi* | encaminh*, reencaminh* | transfér*, transfer* | weiterleit*
reply, respond, answer | 답장, 회신, 답변, 응답, 답하다 | 返信, 回答, 返事, 応答, 答える | 回复, 答复, 回答, 回信, 响应, 应答 | respond*, contest*, respuest* | respond*, respost* | répond*, répons* | antwort*, beantwort*
cancel, abort | 취소 | キャンセル, 取消, 取り消す, 中止, 取りやめる | 取消, 撤销, 作废, 退订 | cancel*, anula* | cancel*, anula* | annul* | stornier*, absag*, abbrech*, abgesagt*
start, run, execute, launch | 시작, 실행, 구동, 가동, 돌리다, 켜다, 개시 | 開始, 実行, 起動, スタート, 始める, 動かす | 开始, 运行, 执行, 启动, 开启, 跑, 发起 | inici*, ejecut*, arranc*, comenz*, empez*, empiez*, lanz* | inici*, execut*, começ*, rodar, rode, lanç* | démarr*, lanc*, exécut*, commenc* | start*, ausführ*, beginn*
stop, end, terminate | 중지, 종료, 정지, 멈추다, 중단, 끝내다, 마치다 | 停止, 終了, 止める, ストップ, 終える, やめる | 停止, 结束, 终止, 停掉, 停用, 中止 | deten*, detén*, termin*, parar, para, finaliz*, interrump* | parar, pare, termin*, encerr*, interromp* | arrêt*, termin*, stopp*, interrom* | stopp*, beend*, anhalt*
pause, suspend, hold | 일시정지, 일시중지, 보류, 정지 | 一時停止, 保留, 休止, ポーズ | 暂停, 挂起, 搁置 | paus*, suspend* | paus*, suspend* | paus*, suspend* | pausier*, anhalt*, aussetz*
resume, continue | 재개, 계속, 다시 시작, 이어서 | 再開, 続ける, 続き, 継続 | 继续, 恢复, 续 | reanud*, contin* | retom*, contin* | repren*, contin* | fortsetz*, fortfahr*
restart, reboot | 재시작, 재부팅, 재기동 | 再起動, リスタート | 重启, 重新启动, 重新开机 | reinici* | reinici* | redémarr* | neustart*
retry, again | 재시도, 다시 | 再試行, リトライ, 再度, もう一度 | 重试, 再试, 重新, 再次 | reintent* | tentar | réessa* | wiederhol*
upload | 업로드, 올리다 | アップロード, アップする, 上げる | 上传, 上载 | subir, sube*, súbe*, suba, carga* | carreg*, upload, subir, suba, envi* | télévers*, upload* | hochlad*, lade, hochgeladen*
download | 다운로드, 내려받다, 다운 | ダウンロード, 落とす | 下载 | descarg*, bajar, baja* | baix*, download | télécharg* | herunterlad*, download*
copy, duplicate, clone | 복사, 복제, 사본 | コピー, 複製, 写し, クローン | 复制, 拷贝, 副本, 克隆 | copia*, duplic*, clona* | copi*, cópia*, duplic*, clona* | copi*, dupliqu*, clon* | kopier*, kopie*, duplizier*, klon*
move | 이동, 옮기다 | 移動, 移す, 動かす | 移动, 移到, 搬到, 移至 | mover*, mueve*, mueva, trasl* | mover*, mova, mova* | déplac* | verschieb*, beweg*, umzieh*
rename | 이름 바꾸다, 개명, 이름변경 | 改名, リネーム, 名前変更 | 重命名, 改名, 更名 | renombr* | renome* | renomm* | umbenenn*, benenn*
open | 열다, 오픈, 열려 | 開く, 開ける, オープン | 打开, 开启, 开 | abrir, abre*, abri*, abiert* | abr*, abert* | ouvr*, ouvert* | öffn*, geöffnet*, offen*, aufmach*
close | 닫다, 마감, 종료, 폐쇄 | 閉じる, 閉める, クローズ, 締め切る | 关闭, 关掉, 关上, 关 | cerrar, cierr*, cerrad* | fech*, encerr* | ferm* | schließ*, geschlossen*, zumach*
save, store, keep | 저장, 보관, 보존 | 保存, セーブ, 格納, 保管 | 保存, 存储, 储存, 存到 | guard*, almacen* | salv*, guard*, armazen* | enregistr*, sauvegard*, stock* | speicher*, sicher*, ablegen
read | 읽다, 판독, 열람 | 読む, 読み取る, 読み込む, 読み取り | 读取, 阅读, 读, 看 | leer, lee, lea, léeme, lectur* | ler, leia, leitura* | lire, lis, lisez, lectur* | les*, lies*, gelesen*
write, compose, draft | 쓰다, 작성, 적다, 초안 | 書く, 記入, 書き込む, 執筆, 下書き | 写入, 编写, 撰写, 写, 起草, 草稿, 填写 | escrib*, redact*, borrador* | escrev*, redig*, rascunho* | écri*, rédig*, brouillon* | schreib*, verfass*, entwurf*, entwürf*
publish, post, release | 게시, 발행, 올리다, 공개, 출시, 배포 | 公開, 投稿, 掲載, 発行, リリース, 出版 | 发布, 发表, 张贴, 公开, 上线, 出版 | public*, lanz* | public*, lanç*, post* | publi*, poste* | veröffentlich*, publizier*
translate, translation | 번역, 통역 | 翻訳, 訳す, 通訳 | 翻译, 译成 | traduc*, tradúc* | traduz*, traduç* | tradui*, traduct* | übersetz*
summarize, summary | 요약, 정리 | 要約, 概要, まとめる, サマリー | 总结, 摘要, 概述, 汇总, 概括 | resum* | resum* | résum* | zusammenfass*, fasse
explain, describe | 설명, 해설 | 説明, 解説 | 解释, 说明, 描述 | explic*, explíc*, describ* | explic*, explique, descrev* | expliqu*, décri* | erklär*, beschreib*, erläuter*
convert, transform | 변환, 환산, 전환, 바꾸다 | 変換, 換算, 直す, 変える | 转换, 换算, 转成, 变成, 转为, 转化 | convert*, conviert*, transform* | convert*, transform* | convert*, transform* | umwandel*, konvertier*, umrechn*, wandle
calculate, compute | 계산, 산출, 셈 | 計算, 算出 | 计算, 算一下, 算出, 运算 | calcul*, calcúl* | calcul* | calcul* | berechn*, rechne*, ausrechn*
compare | 비교, 대조 | 比較, 比べる | 比较, 对比, 相比 | compar* | compar* | compar* | vergleich*
analyze, analysis | 분석 | 分析, 解析 | 分析, 解析 | analiz*, análisis | analis*, análise* | analys* | analysier*, analyse*, auswert*
count, number | 세다, 개수, 수량, 몇 개, 건수 | 数える, 件数, 個数, カウント | 计数, 统计, 数量, 多少, 个数, 几个 | contar, cuent*, cuánto*, cuánta*, cantidad* | contar, conte, quanto*, quanta*, quantidade* | compt*, combien, nombre | zähl*, anzahl, wieviel*
measure | 측정, 재다 | 測定, 計測, 測る | 测量, 衡量 | medir, mide, medici* | medir, meça, mediç* | mesur* | mess*, gemessen*
estimate, predict | 예측, 추정, 예상, 견적 | 予測, 見積もる, 推定, 予想 | 估计, 预测, 估算, 预估 | estim*, predec*, prevé* | estim*, prever, previs* | estim*, prédi*, prévoi* | schätz*, vorhersag*
approve, accept, confirm | 승인, 수락, 허가, 결재, 동의 | 承認, 受け入れる, 許可, 同意, 了承 | 批准, 审批, 审核, 接受, 同意, 通过 | aprob*, aprueb*, acept*, confirm* | aprov*, aceit*, confirm* | approuv*, accept*, confirm* | genehmig*, akzeptier*, annehm*, bestätig*
reject, decline, refuse | 거절, 반려, 거부 | 却下, 拒否, 断る, 辞退 | 拒绝, 驳回, 谢绝, 否决 | rechaz*, declin* | rejeit*, recus* | rejet*, refus*, déclin* | ablehn*, lehne, verweiger*
assign, allocate | 배정, 할당, 지정, 담당, 맡기다 | 割り当てる, 割り当て, 担当, アサイン, 任命 | 分配, 指派, 指定, 分派, 安排给 | asign* | atribu*, design* | assign*, attribu*, affect* | zuweis*, zuordn*, weise, zugewiesen*
share | 공유, 나누다 | 共有, シェア, 分かち合う | 分享, 共享 | compart* | compartilh*, partilh* | partag* | teil*, freigeb*
invite, invitation | 초대, 초청 | 招待, 誘う, 招く | 邀请, 请柬 | invit* | convid*, convit* | invit* | einlad*, lade, eingeladen*
join | 참여, 참가, 가입, 합류 | 参加, 加入, 加わる | 加入, 参加 | unir*, únete, unirse | entrar, junt*, particip* | rejoin*, rejoign* | beitret*, teilnehm*
leave, exit | 나가다, 탈퇴, 퇴장 | 退出, 退会, 抜ける, 離れる | 离开, 退出 | salir*, abandon* | sair, saia, abandon* | quitt* | verlass*, austret*
subscribe, subscription, follow | 구독, 팔로우, 정기 구독 | 購読, サブスクリプション, フォロー, 定期購入, サブスク | 订阅, 关注, 续订 | suscri*, seguir, sigue | assin*, inscrev*, seguir, siga | abonn*, souscri*, suiv* | abonnier*, abo, abonnement*, folg*
unsubscribe | 구독 취소, 구독 해지, 수신거부 | 購読解除, 解約, 配信停止 | 退订, 取消订阅 | desuscri*, cancel* | desinscrev* | désabonn*, désinscri* | abbestell*, kündig*
notify, notification, alert | 알림, 통지, 경고, 통보, 경보 | 通知, アラート, 知らせる, お知らせ, 警告, 警報 | 通知, 警报, 告警, 提示, 预警, 警告 | notific*, avis*, alert* | notific*, avis*, alert* | notifi*, averti*, alert*, prévien* | benachrichtig*, meldung*, warn*, alarm*
remind, reminder | 리마인더, 리마인드, 상기, 알림, 잊지 않 | リマインダー, リマインド, 思い出す, 忘れない | 提醒, 备忘, 提示 | recuérd*, recordatori*, recordar* | lembr* | rappel* | erinner*
book, reserve, reservation, booking | 예약, 예매 | 予約, 予定 | 预订, 预约, 预定, 订, 订位, 订房 | reserv*, resérv* | reserv*, agend* | réserv* | buch*, reservier*, reservierung*
schedule, plan | 일정, 스케줄, 계획, 잡다, 예정 | 予定, スケジュール, 計画, 日程, 組む, プラン | 日程, 安排, 排期, 计划, 行程, 规划 | program*, agend*, horario*, planific*, plan, planes | agend*, program*, horário*, planej*, plano* | planifi*, programm*, horaire*, plan, plans | plan*, termin*, zeitplan*, ansetz*
postpone, reschedule, delay | 연기, 미루다, 지연 | 延期, 遅らせる, 先送り, 遅延 | 推迟, 延期, 改期, 延后, 延迟 | aplaz*, pospon*, pospón*, reprogram*, retras* | adi*, reagend*, atras* | report*, repouss*, retard* | verschieb*, verleg*, verspät*
buy, purchase, order | 구매, 구입, 사다, 사 줘, 매수 | 購入, 買う, 購買, 買い物 | 购买, 采购, 买, 订购, 选购, 下单 | compr* | compr* | achet*, achat* | kauf*, gekauft*, erwerb*
sell, sale, sales | 판매, 매출, 팔다, 영업, 매도 | 販売, 売上, 売る, セール, 営業 | 销售, 出售, 卖, 售卖 | vend*, venta* | vend* | vend*, vente* | verkauf*
pay, payment | 결제, 지불, 납부, 내다, 지급 | 支払, 支払い, 支払う, 決済, 払う, 納付 | 支付, 付款, 缴费, 付, 付钱, 结账, 缴纳 | pago*, paga*, pague* | pag* | pai*, pay*, règle*, régler | bezahl*, zahl*
refund, reimburse | 환불, 돌려받다 | 返金, 払い戻し, 払い戻す | 退款, 退钱, 退费, 报销 | reembols*, devoluc* | reembols* | rembours* | erstatt*, rückerstatt*
return | 반품, 반환, 반납, 돌려주다 | 返品, 返却, 返す, 戻す | 退货, 归还, 返回, 退还, 还 | devol*, devuelv* | devol* | retourn*, rendre, rends, retour* | zurückgeb*, rückgab*, retour*, zurückschick*
exchange, swap | 교환, 환전, 바꾸다 | 交換, 両替, 取り替える | 换货, 兑换, 更换, 交换, 换 | intercambi*, canje* | troc* | échang* | umtausch*, austausch*, tausch*
transfer, remit | 이체, 송금, 이전, 전송 | 振込, 送金, 転送, 振り込む, 移転, 移管 | 转账, 转移, 汇款, 转给, 转让, 打款 | transfer*, transfier* | transfer*, transfir* | transfer*, transfér*, vire*, virement* | überweis*, transfer*, übertrag*
withdraw | 인출, 출금, 철회 | 引き出す, 出金, 撤回 | 提现, 取款, 撤回 | retir* | sacar, saque*, retir* | retir* | abheb*, auszahl*
deposit | 입금, 예금, 보증금 | 入金, 預金, 預ける, 敷金 | 存款, 存入, 押金 | deposit*, ingres* | deposit* | dépos*, dépôt* | einzahl*, kaution*
rent, rental, lease | 대여, 렌트, 렌탈, 임대, 빌리다 | レンタル, 借りる, 貸す, 賃貸 | 租, 租赁, 出租, 租借 | alquil*, rent*, arrend* | alug*, aluguel* | lou*, locat* | miet*, vermiet*, leih*
borrow, loan | 대출, 빌리다, 대여 | 借りる, 貸出, ローン, 融資 | 借, 借阅, 贷款, 借出 | prest*, présta*, pedir | emprést*, emprest* | emprunt*, prêt* | leih*, ausleih*, kredit*, darlehen*
login, sign in, authenticate | 로그인, 인증 | ログイン, サインイン, 認証 | 登录, 登陆, 登入, 认证, 鉴权 | inici*, acced*, autentic*, login | entrar, login, autentic* | connexion*, authentifi* | anmeld*, einlogg*, login
logout, sign out | 로그아웃 | ログアウト, サインアウト | 登出, 注销 | cerrar, logout | sair, logout | déconn* | abmeld*, auslogg*
register, signup, enroll | 가입, 등록, 신청, 회원가입 | 登録, 加入, 申し込む, 申込, 入会, 申請 | 注册, 报名, 登记 | registr*, inscri*, regístr* | registr*, inscr*, cadastr* | inscri*, enregistr* | registrier*, anmeld*, einschreib*
apply, application, request | 신청, 지원, 요청, 적용, 부탁 | 申請, 申込, 申し込み, 応募, リクエスト, 要求, 依頼, 適用 | 申请, 请求, 应用, 要求 | solicit*, aplic*, pedir, pide, pido, petici* | solicit*, aplic*, pedir, peça, pedido* | demand*, appliqu*, postul*, requêt* | beantrag*, antrag*, bewerb*, anforder*, anfrag*
connect, link | 연결, 연동, 접속 | 接続, 連携, つなぐ, 繋ぐ, リンク, 連結 | 连接, 关联, 对接, 绑定, 链接 | conect*, vincul*, enlaz* | conect*, vincul*, lig* | connect*, reli*, branch* | verbind*, verknüpf*, anschließ*
disconnect, unlink | 연결 해제, 해제, 끊다 | 切断, 解除, 切る | 断开, 解除, 解绑 | desconect*, desvincul* | desconect*, deslig* | déconnect*, dissoci* | trenn*, abtrenn*
enable, activate, turn on | 활성화, 켜다, 사용 설정 | 有効, 有効化, オン, つける, 点ける | 启用, 激活, 打开, 开启, 开通 | activ*, habilit*, encend*, enciend*, prend*, conect* | ativ*, habilit*, ligar, ligue, acend* | activ*, allum* | aktivier*, einschalt*, schalte, anmach*
disable, deactivate, turn off | 비활성화, 끄다, 해제 | 無効, 無効化, オフ, 消す | 禁用, 停用, 关掉, 关闭 | desactiv*, inhabilit*, apag*, deshabilit* | desativ*, desabilit*, deslig* | désactiv*, étein* | deaktivier*, ausschalt*, abschalt*, ausmach*
switch, toggle | 전환, 바꾸다, 스위치 | 切り替える, 切替, スイッチ, 切り替え | 切换, 开关, 转换 | altern*, cambi*, interruptor* | altern*, troc* | bascul*, commut*, interrupt* | umschalt*, wechsel*, schalter*
install, setup | 설치, 설정 | インストール, 設置, セットアップ, 導入 | 安装, 装, 搭建 | instal* | instal* | install* | installier*, einricht*
uninstall | 제거, 삭제 | アンインストール | 卸载 | desinstal* | desinstal* | désinstall* | deinstallier*
deploy, deployment | 배포, 디플로이 | デプロイ, 配備, 展開 | 部署, 上线, 发布 | despleg*, desplieg*, implement* | implant*, deploy, implement* | déploi*, déploy* | bereitstell*, deploy*, ausroll*
build, compile | 빌드, 구축, 컴파일, 짓다 | ビルド, 構築, コンパイル, 建てる | 构建, 编译, 建造 | constru*, compil* | constr*, compil* | constru*, compil*, build | bau*, kompilier*, build*
merge, combine | 병합, 합치다, 결합, 머지 | マージ, 結合, 統合, 合わせる | 合并, 结合, 整合 | fusion*, combin*, unir | mescl*, combin*, fund* | fusion*, combin* | zusammenführ*, vereinig*, kombinier*, merg*
split, divide | 분할, 나누다, 분리 | 分割, 分ける, 割る | 拆分, 分割, 分成, 分开 | divid*, separ* | divid*, separ* | divis*, sépar*, scind* | aufteil*, trenn*, teil*
sort, order | 정렬, 순서 | 並べ替え, 並べる, ソート, 順番 | 排序, 顺序, 排列 | orden* | orden* | tri*, trier | sortier*, reihenfolge*
filter | 필터, 거르다 | フィルター, 絞り込み, 絞り込む, フィルタ | 过滤, 筛选 | filtr* | filtr* | filtr* | filter*
select, choose | 선택, 고르다 | 選択, 選ぶ | 选择, 选, 挑选 | seleccion*, eleg*, elij*, escog* | selecion*, escolh* | sélection*, chois* | auswähl*, wähl*
group | 그룹, 묶다, 모임 | グループ, まとめる | 群组, 分组, 小组, 组, 群 | grupo*, agrup* | grupo*, agrup* | groupe*, regroup* | gruppe*, gruppier*
export | 내보내다, 익스포트, 추출 | エクスポート, 出力, 書き出す | 导出, 输出 | export* | export* | export* | exportier*, export*
import | 가져오다, 임포트, 수입 | インポート, 取り込む, 取り込み | 导入, 引入, 进口 | import* | import* | import* | importier*, import*
backup | 백업 | バックアップ | 备份 | respald*, copia* | backup* | sauvegard* | sicherung*, backup*, sicher*
restore, recover, undo | 복원, 복구, 되돌리다, 살리다 | 復元, 復旧, 元に戻す, 復活 | 恢复, 还原, 撤回, 找回 | restaur*, recuper*, deshac* | restaur*, recuper*, desfaz* | restaur*, récup*, rétabl* | wiederherstell*, rückgängig
sync, synchronize | 동기화, 싱크 | 同期 | 同步 | sincron* | sincron* | synchron* | synchronisier*
archive | 보관, 아카이브 | アーカイブ, 保管 | 归档, 存档 | archiv* | arquiv* | archiv* | archivier*, archiv*
print | 인쇄, 출력, 프린트 | 印刷, プリント | 打印, 列印 | imprim* | imprim* | imprim* | druck*
scan | 스캔, 검사 | スキャン | 扫描 | escane* | escane*, digitaliz* | scan*, numéris* | scann*
play | 재생, 틀다, 플레이, 놀다 | 再生, 流す, かける, プレイ, 遊ぶ | 播放, 放, 播 | reproduc*, pon, poner, ponme, toca | toc*, reproduz* | jou*, lire, lecture*, mets | spiel*, abspiel*
record, log | 기록, 녹음, 녹화 | 記録, 録音, 録画, つける | 记录, 录制, 录音, 录像 | grab*, registr*, anot* | grav*, registr*, anot* | enregistr*, not* | aufnehm*, aufzeichn*, protokoll*, eintrag*
take, capture | 찍다, 촬영, 캡처 | 撮る, 撮影, キャプチャ | 拍, 拍摄, 截取, 拍照 | toma*, captur*, sacar, saca | tir*, captur* | prend*, captur* | aufnehm*, mach*
draw, paint, design | 그리다, 디자인, 설계 | 描く, デザイン, 設計, 描画 | 画, 绘制, 设计, 绘画 | dibuj*, diseñ*, pint* | desenh*, pint* | dessin*, conce*, pein* | zeichn*, mal*, entwerf*, design*
generate | 생성, 발급 | 生成, 発行 | 生成, 产生 | gener*, genér* | ger*, gerar | génér*, généra* | generier*, erzeug*
lock, block | 잠그다, 잠금, 차단 | ロック, 鍵をかける, 施錠, ブロック, 閉める | 锁定, 锁, 锁上, 封锁, 拉黑, 屏蔽 | bloque*, cerrar, cierra | bloque*, tranc* | verrouill*, bloqu* | sperr*, verriegel*, abschließ*, blockier*
unlock | 잠금 해제, 잠금해제 | ロック解除, 解錠, アンロック, 開ける | 解锁, 开锁 | desbloque* | desbloque*, destranc* | déverrouill*, débloqu* | entsperr*, aufschließ*
set, adjust, configure | 설정, 조정, 맞추다, 조절, 정하다 | 設定, 調整, セット, 調節, 合わせる | 设置, 设定, 调整, 配置, 调节, 调到, 设, 调 | configur*, ajust*, establec*, poner, pon, fija* | configur*, ajust*, defin*, colo* | configur*, régl*, règl*, ajust*, défin* | einstell*, stell*, setz*, konfigurier*, anpass*
increase, raise, turn up | 증가, 올리다, 높이다, 늘리다 | 増やす, 上げる, 増加, 高くする | 增加, 提高, 调高, 升高, 加大 | aument*, sub* | aument* | augment*, mont* | erhöh*, steiger*
decrease, reduce, lower | 감소, 낮추다, 줄이다, 내리다 | 減らす, 下げる, 減少 | 减少, 降低, 调低, 减小 | reduc*, baj*, dismin* | reduz*, diminu*, baix* | rédui*, baiss*, dimin* | verringer*, senk*, reduzier*
clear, reset, empty | 초기화, 비우다, 리셋 | 初期化, クリア, リセット, 空にする | 清空, 重置, 清除, 清理 | vaci*, restablec*, limpi* | limp*, redefin*, esvazi* | vid*, réinitial* | leer*, zurücksetz*
clean | 청소, 정리, 닦다 | 掃除, 清掃, 片付ける | 打扫, 清洁, 清理 | limpi* | limp* | nettoy* | reinig*, putz*, säuber*, saug*
fix, repair | 수리, 고치다, 수정, 해결 | 修理, 直す, 修正, 解決 | 修复, 修理, 维修, 解决 | repar*, arregl*, correg*, corrig* | repar*, consert*, corrig* | répar*, corrig* | reparier*, beheb*, korrigier*
monitor, watch, track | 모니터링, 추적, 감시, 지켜보다 | 監視, 追跡, モニター, 見守る, トラッキング | 监控, 跟踪, 追踪, 监视, 监测 | monitor*, rastre*, segu*, vigil* | monitor*, rastre*, acompanh* | surveill*, suiv*, suivi* | überwach*, verfolg*, beobacht*
call, dial | 전화, 통화, 호출, 부르다 | 電話, 呼び出す, 呼ぶ, 通話, コール | 打电话, 拨打, 呼叫, 通话, 叫, 调用 | llam*, marca* | lig*, cham*, telefon* | appel*, téléphon* | anruf*, ruf*, wähl*
ask, question, query | 질문, 묻다, 물어보다, 문의 | 質問, 尋ねる, 聞く, 問い合わせ | 询问, 提问, 问题, 咨询, 问 | pregunt*, consult* | pergunt*, consult* | demand*, pos*, question* | frag*
report | 신고, 보고, 제보 | 報告, 通報, レポート | 举报, 报告, 上报, 汇报 | report*, denunc*, inform* | report*, denunc*, relat* | signal*, rapport* | meld*, bericht*
submit, hand in | 제출, 내다, 접수 | 提出, 送信, 出す | 提交, 递交, 上交 | entreg*, present*, enví* | entreg*, submet*, apresent* | soumet*, remett*, dépos* | einreich*, abgeb*
comment, remark | 댓글, 코멘트, 의견 | コメント, 意見 | 评论, 留言, 备注, 意见 | comentari*, coment* | coment* | comment* | kommentar*, kommentier*
review, rate, evaluate | 리뷰, 후기, 검토, 평가, 평점 | レビュー, 口コミ, 評価, 見直す, 審査 | 评价, 评论, 审查, 评分, 评估, 点评 | reseñ*, revis*, calific*, evalu*, valor* | avali*, resenh*, revis* | avis, évalu*, not*, critiqu* | bewert*, rezension*, begutacht*
like, favorite, bookmark | 좋아요, 즐겨찾기, 찜, 북마크 | いいね, お気に入り, ブックマーク | 点赞, 收藏, 喜欢, 书签 | favorit*, gusta*, marcador* | curt*, favorit* | aim*, favori*, signet* | favorit*, lesezeichen*, gefällt
recommend, suggest | 추천, 제안, 권하다 | おすすめ, 推薦, 勧める, 提案, お勧め | 推荐, 建议 | recom*, sugi*, suger* | recom*, suger*, sugest* | recommand*, suggér*, conseill*, propos* | empfehl*, vorschlag*, vorschläg*
help, support, assist | 지원, 도움, 고객센터, 도와주다 | サポート, 支援, 助ける, ヘルプ, 手伝う | 支持, 帮助, 客服, 援助, 支援 | soporte*, asist* | suporte*, assist* | assist*, aide, support* | unterstütz*, hilfe, support*
train, learn, study | 학습, 배우다, 공부, 훈련 | 学習, 学ぶ, 勉強, 訓練, 習う | 学习, 训练, 培训 | aprend*, entren*, estudi* | aprend*, trein*, estud* | appren*, entraîn*, étudi*, form* | lern*, trainier*, schul*
identify, recognize, detect | 인식, 감지, 식별, 탐지, 판별 | 認識, 検出, 識別, 検知, 判別 | 识别, 检测, 辨认, 发现 | identific*, reconoc*, detect* | identific*, reconhec*, detect* | identifi*, reconna*, détect* | erkenn*, identifizier*
extract, parse | 추출, 파싱, 뽑다 | 抽出, 抜き出す, 解析 | 提取, 抽取, 解析 | extra* | extra* | extra*, extrai* | extrahier*, auslesen
collect, gather | 수집, 모으다, 수거 | 収集, 集める, 回収 | 收集, 采集, 收取 | recop*, recog* | colet*, reun* | collect*, rassembl* | sammel*, abhol*
attach, attachment | 첨부 | 添付, 付ける | 附件, 附加, 附上 | adjunt* | anex* | joindre, joint*, pièce* | anhäng*, anhang*, beifüg*
publish, broadcast, stream | 방송, 중계, 스트리밍 | 放送, 配信, ストリーミング, 中継 | 直播, 广播, 流媒体 | transmi*, emit* | transmi* | diffus* | ausstrahl*, übertrag*, stream*
insert, enter, input | 입력, 삽입, 넣다 | 入力, 挿入, 入れる | 输入, 插入, 录入, 填入 | insert*, ingres*, introduc*, meter, mete | inser*, digit*, colo* | insér*, saisi*, entre* | eingeb*, einfüg*
replace | 교체, 대체, 바꾸다 | 置換, 交換, 置き換える, 差し替える | 替换, 更换, 代替 | reemplaz*, sustitu* | substitu* | remplac* | ersetz*, austausch*
encrypt, decrypt | 암호화, 복호화 | 暗号化, 復号 | 加密, 解密 | cifr*, encript*, descifr* | criptograf*, cifr* | chiffr*, déchiffr* | verschlüssel*, entschlüssel*
compress, zip | 압축 | 圧縮 | 压缩, 解压 | comprim* | comprim*, compact* | compress* | komprimier*
format | 형식, 포맷, 서식 | 形式, フォーマット, 書式 | 格式, 格式化 | format* | format* | format* | format*
resize, crop, rotate | 크기 조정, 자르다, 회전, 리사이즈 | サイズ変更, 切り抜く, 回転, リサイズ, トリミング | 缩放, 裁剪, 旋转, 调整大小 | redimension*, recort*, rot* | redimension*, recort*, gir* | redimension*, rogn*, recadr* | zuschneid*, drehen, skalier*
escalate, prioritize | 에스컬레이션, 우선 | エスカレーション, 優先 | 升级, 上报, 优先 | escal*, prioriz* | escal*, prioriz* | escalad*, prioris* | eskalier*, priorisier*
complete, finish, done | 완료, 끝내다, 마무리, 완성 | 完了, 完成, 済ませる, 終わらせる, 終わる | 完成, 做完, 搞定 | complet*, termin*, hecho | conclu*, complet*, termin* | termin*, complét*, achev* | abschließ*, erledig*, fertig*
revoke, withdraw | 철회, 회수, 폐기 | 取り消す, 撤回, 失効, 剥奪 | 撤销, 吊销, 收回, 撤回 | revoc* | revog* | révoqu* | widerruf*, entzieh*
grant, allow, authorize | 부여, 허용, 허가, 권한 부여 | 付与, 許可, 認可 | 授予, 允许, 授权, 许可 | conced*, permit*, autoriz* | conced*, permit*, autoriz* | accord*, autoris*, permet* | gewähr*, erlaub*, erteil*, berechtig*
ban, suspend, mute | 차단, 정지, 음소거 | 禁止, 停止, ミュート | 禁止, 封禁, 禁言, 静音 | prohib*, silenci*, suspend* | ban*, silenci*, suspend* | bann*, interd*, suspend* | verbiet*, stumm*, sperr*
wait | 기다리다, 대기 | 待つ, 待機 | 等待, 等候 | esper* | esper*, aguard* | attend*, attent* | wart*
arrive, arrival | 도착 | 到着, 着く, 届く | 到达, 抵达, 到货 | lleg* | cheg* | arriv* | ankomm*, ankunft*
depart, departure, leave | 출발, 떠나다 | 出発, 発つ, 出る | 出发, 离开, 启程 | sal*, part* | part*, saíd* | part*, départ* | abfahr*, abflug*, abreis*
`;
