/** Home, food, health, school, leisure, media and people; the form of the lines is told in `translations.ts`. */
export const life = `
light, lamp | 조명, 불, 전등, 램프 | 照明, ライト, 電気, 明かり, ランプ | 灯, 灯光, 照明, 电灯 | luz, luces, lámpara* | luz, luzes, lâmpada* | lumière*, lampe*, éclairage* | licht*, lampe*, beleuchtung*
door, gate | 문, 현관, 현관문, 출입문, 대문 | ドア, 扉, 玄関, 門 | 门, 大门, 房门 | puerta* | porta*, portão* | porte*, portail* | tür*, tor, tore
window, curtain, blind | 창문, 커튼, 블라인드 | 窓, カーテン, ブラインド | 窗户, 窗, 窗帘, 百叶窗 | ventana*, cortina*, persiana* | janela*, cortina*, persiana* | fenêtre*, rideau*, store* | fenster*, vorhang*, vorhäng*, jalousie*, rollo*
living room, bedroom, kitchen, bathroom | 거실, 침실, 부엌, 주방, 욕실, 화장실 | リビング, 居間, 寝室, 台所, キッチン, 浴室, トイレ, お風呂 | 客厅, 卧室, 厨房, 浴室, 洗手间, 厕所 | salón*, sala*, dormitorio*, cocina*, baño* | sala*, quarto*, cozinha*, banheiro* | salon*, chambre*, cuisine*, bain* | wohnzimmer*, schlafzimmer*, küche*, badezimmer*, bad
heating, thermostat, heater | 난방, 보일러, 히터, 온도조절기 | 暖房, ヒーター, サーモスタット | 暖气, 供暖, 加热器, 恒温器 | calefacci*, termostato*, calentador* | aqueci*, aquece*, termostato* | chauffage*, thermostat* | heizung*, heiz*, thermostat*
air conditioner, cooling, fan | 에어컨, 냉방, 선풍기 | エアコン, 冷房, 扇風機, 空調, クーラー | 空调, 冷气, 风扇, 制冷 | aire, ventilador*, acondicionad* | ar-condicionado, condicionado, ventilador* | climatis*, ventilateur* | klimaanlage*, ventilator*, kühl*
washing machine, laundry | 세탁기, 빨래, 세탁 | 洗濯機, 洗濯, クリーニング | 洗衣机, 洗衣, 洗衣服 | lavadora*, lavander*, lavar* | lavar, lavadora*, lavander*, máquina | lave-linge, lessive*, blanchisserie* | waschmaschine*, wäsche*, wasch*
vacuum, cleaner | 청소기, 로봇청소기, 진공청소기 | 掃除機, ロボット掃除機 | 吸尘器, 扫地机器人, 扫地机 | aspirador* | aspirador* | aspirateur* | staubsaug*, saugrobot*
refrigerator, fridge | 냉장고 | 冷蔵庫 | 冰箱 | nevera*, frigorífico*, refrigerador* | geladeira* | frigo*, réfrigérateur* | kühlschrank*
oven, appliance | 오븐, 가전, 전자레인지 | オーブン, 家電, 電子レンジ | 烤箱, 家电, 微波炉, 电器 | horno*, electrodoméstico*, microondas | forno*, eletrodoméstico*, micro-ondas | four, fours, électroménager* | ofen, haushaltsgerät*, mikrowelle*
tv, television | 티비, 텔레비전, 텔레비 | テレビ | 电视, 电视机 | televis*, tele | televis*, tv | télé* | fernseh*
speaker, volume | 스피커, 볼륨, 음량 | スピーカー, 音量, ボリューム | 音箱, 音量, 扬声器 | altavoz*, altavoces, volumen | alto-falante*, volume | haut-parleur*, enceinte*, volume | lautsprecher*, lautstärke*
sensor | 센서 | センサー | 传感器 | sensor* | sensor* | capteur* | sensor*
scene, routine, automation | 자동화, 루틴, 장면 | 自動化, シーン, オートメーション | 自动化, 场景 | automatiza*, escena*, rutina* | automaç*, cena*, rotina* | automatis*, scène* | automatisier*, szene*, routine*
food, dish, meal | 음식, 요리, 식사, 끼니 | 食べ物, 料理, 食事, 食品, ご飯 | 食物, 菜, 饭, 餐, 食品, 美食, 菜品 | comida*, plato*, aliment* | comida*, prato*, refeiç*, aliment* | nourriture*, plat, plats, repas, aliment* | essen, gericht*, mahlzeit*, speise*, lebensmittel*
breakfast, lunch, dinner | 아침식사, 점심, 저녁, 저녁식사, 아침밥 | 朝食, 昼食, 夕食, ランチ, ディナー, 晩ご飯 | 早餐, 午餐, 晚餐, 早饭, 午饭, 晚饭 | desayun*, almuerz*, cena* | almoço*, jantar*, desjejum | déjeuner*, dîner*, petit-déjeuner | frühstück*, mittagessen*, abendessen*
recipe, cook | 레시피, 요리법, 조리법, 조리 | レシピ, 作り方, 調理 | 食谱, 菜谱, 做法, 烹饪, 做菜 | receta*, cocin* | receita*, cozinh* | recette*, cuisin* | rezept*, koch*
ingredient | 재료, 식재료 | 材料, 食材 | 食材, 配料, 原料 | ingrediente* | ingrediente* | ingrédient* | zutat*
menu | 메뉴, 차림표 | メニュー, 献立 | 菜单 | menú*, carta* | cardápio*, menu* | menu*, carte* | speisekarte*, menü*
drink, coffee, wine | 음료, 커피, 와인, 술 | 飲み物, コーヒー, ワイン, お酒 | 饮料, 咖啡, 酒, 葡萄酒, 奶茶 | bebida*, café*, vino* | bebida*, café*, vinho* | boisson*, café*, vin, vins | getränk*, kaffee*, wein*
grocery, supermarket | 장보기, 마트, 식료품, 슈퍼마켓 | 食料品, スーパー, スーパーマーケット, 買い出し | 超市, 杂货, 食品杂货, 买菜 | supermercado*, abarrote*, víveres | supermercado*, mercado*, mantimento* | épicerie*, supermarché*, courses | supermarkt*, supermärkt*, lebensmittel*, einkaufsliste*
nutrition, calorie, diet | 영양, 칼로리, 식단, 다이어트 | 栄養, カロリー, 食生活, ダイエット | 营养, 卡路里, 热量, 饮食, 减肥 | nutri*, caloría*, dieta* | nutri*, caloria*, dieta* | nutri*, calorie*, régime* | ernährung*, kalorie*, diät*, nährwert*
vegetarian, allergy | 채식, 비건, 알레르기, 알러지 | ベジタリアン, ビーガン, アレルギー | 素食, 过敏 | vegetarian*, vegan*, alergi*, alérgi* | vegetarian*, vegan*, alergi*, alérgi* | végétari*, végan*, allergi* | vegetari*, vegan*, allergi*
health, wellness | 건강, 헬스 | 健康, ヘルス | 健康, 养生 | salud*, bienestar | saúde*, bem-estar | santé*, bien-être | gesundheit*, wohlbefinden
hospital, clinic | 병원, 의원, 진료소, 클리닉 | 病院, 医院, クリニック, 診療所 | 医院, 诊所 | hospital*, clínica* | hospita*, clínica* | hôpita*, clinique* | krankenhaus*, krankenhäus*, klinik*, praxis*
doctor, physician | 의사, 진료, 의료진 | 医師, 医者, 先生, 診察 | 医生, 大夫, 看病, 就诊, 挂号, 看医生 | médic*, doctor* | médic*, doutor* | médecin*, docteur* | arzt*, ärzt*
nurse, dentist | 간호사, 치과 | 看護師, 歯医者, 歯科 | 护士, 牙医, 牙科 | enfermer*, dentista* | enfermeir*, dentista* | infirmi*, dentiste* | krankenschwester*, pfleger*, zahnarzt*, zahnärzt*
patient | 환자 | 患者 | 患者, 病人 | paciente* | paciente* | patient* | patient*
medicine, drug, medication, pill | 약, 의약품, 복용, 약물, 복약 | 薬, 医薬品, 服薬, お薬 | 药, 药品, 药物, 吃药, 服药 | medicament*, medicina*, pastilla*, fármaco* | medicament*, remédio*, comprimido* | médicament*, pilule* | medikament*, arznei*, tablette*
pharmacy, prescription | 약국, 처방, 처방전 | 薬局, 処方, 処方箋, ドラッグストア | 药店, 处方, 药房 | farmacia*, receta* | farmácia*, receita* | pharmacie*, ordonnance* | apotheke*, rezept*
symptom, disease, illness | 증상, 질병, 병, 질환 | 症状, 病気, 疾患 | 症状, 疾病, 病 | síntoma*, enfermedad* | sintoma*, doença* | symptôme*, maladie* | symptom*, krankheit*
diagnosis, treatment, therapy | 진단, 치료, 요법 | 診断, 治療, 療法 | 诊断, 治疗, 疗法 | diagnóstic*, tratamiento*, terapia* | diagnóstic*, tratamento*, terapia* | diagnosti*, traitement*, thérapi* | diagnose*, behandlung*, therapie*
vaccine, vaccination | 백신, 예방접종, 접종 | ワクチン, 予防接種, 接種 | 疫苗, 接种 | vacun* | vacin* | vaccin* | impf*
heart rate, blood pressure, blood | 심박수, 혈압, 혈액, 혈당 | 心拍数, 血圧, 血液, 血糖 | 心率, 血压, 血液, 血糖 | corazón, presión, sangre, cardíac*, glucosa | coração, pressão, sangue, cardíac* | cœur, tension, sang, cardiaque* | herz*, blutdruck*, blut*, puls
sleep | 수면, 잠 | 睡眠, 眠る, 寝る | 睡眠, 睡觉 | sueñ*, dorm* | sono, dorm* | sommeil*, dorm* | schlaf*
exercise, workout, fitness, gym | 운동, 피트니스, 헬스장, 체육관 | 運動, フィットネス, ジム, 筋トレ, トレーニング | 运动, 健身, 锻炼, 健身房 | ejercici*, entrenamiento*, gimnasio* | exercíci*, treino*, academia* | exercice*, entraînement*, gym, fitness | training*, fitness*, sport, übung*
step, walk, run | 걸음, 걸음수, 걷다, 달리기, 걸음 수, 산책 | 歩数, 歩く, 走る, ランニング, 散歩, ウォーキング | 步数, 走路, 跑步, 散步 | paso, pasos, camin*, corr* | passo, passos, caminh*, corr* | pas, marche*, marcher, courir | schritt*, laufen, gehen, spazier*
weight, height | 체중, 몸무게, 키, 신장, 무게 | 体重, 身長, 重さ, 重量 | 体重, 身高, 重量 | peso*, altura*, estatura* | peso*, altura* | poids, taille* | gewicht*, größe*
school, university, college | 학교, 대학교, 대학 | 学校, 大学 | 学校, 大学, 高校 | escuela*, universidad*, colegio* | escola*, universidad*, faculdad* | école*, université*, lycée* | schule*, universität*, hochschule*
student, pupil | 학생 | 学生, 生徒 | 学生, 学员 | estudiante*, alumn* | estudante*, alun* | étudiant*, élève* | student*, schüler*
teacher, professor | 선생님, 교사, 교수, 강사 | 先生, 教師, 教授, 講師 | 老师, 教师, 教授 | profesor*, maestr*, docente* | professor* | professeur*, enseignant* | lehrer*, professor*
course, class, lesson | 강의, 수업, 과목, 강좌 | 講座, 授業, コース, クラス, 講義, レッスン | 课程, 课, 上课, 课堂 | curso*, clase*, lección*, asignatura* | curso*, aula*, disciplina* | cours, leçon*, classe* | kurs, kurse*, unterricht*, lektion*, vorlesung*
homework, assignment | 숙제, 과제 | 宿題, 課題, レポート | 作业, 家庭作业 | deberes, tarea* | dever, lição, tarefa* | devoir* | hausaufgabe*
exam, test, quiz | 시험, 퀴즈, 테스트 | 試験, テスト, クイズ | 考试, 测验, 测试 | examen*, exámen*, prueba* | exame*, prova*, teste* | examen*, épreuve*, quiz | prüfung*, klausur*, quiz
grade, score, mark | 성적, 점수, 학점, 학년 | 成績, 点数, スコア, 得点 | 成绩, 分数, 得分, 比分 | calificaci*, nota*, puntuaci*, puntaje* | nota*, pontuaç*, placar* | note*, score*, résultat* | note*, punktzahl*, punktestand*
certificate, degree, diploma | 자격증, 학위, 졸업장, 증명서 | 資格, 学位, 卒業証書, 証明書 | 证书, 学位, 文凭, 证明 | título*, diploma*, certificado* | diploma*, certificado* | diplôme*, certificat* | abschluss*, diplom*, zeugnis*
book, novel | 책, 도서, 소설, 서적 | 本, 書籍, 小説, 図書 | 书, 图书, 书籍, 小说 | libro*, novela* | livro*, romance* | livre*, roman* | buch, bücher*, roman*
author, writer | 작가, 저자 | 作者, 著者, 作家 | 作者, 作家 | autor*, escritor* | autor*, escritor* | auteur*, écrivain* | autor*, schriftsteller*
dictionary, definition, meaning, word | 사전, 뜻, 의미, 단어, 정의 | 辞書, 意味, 単語, 定義, 言葉 | 词典, 意思, 含义, 单词, 定义 | diccionario*, definici*, significa*, palabra* | dicionário*, definiç*, significa*, palavra* | dictionnaire*, définition*, sens, mot, mots | wörterbuch*, definition*, bedeut*, wort, wörter
grammar, spelling, spell | 문법, 맞춤법, 철자 | 文法, スペル, 綴り, 校正 | 语法, 拼写 | gramática*, ortograf* | gramática*, ortograf* | grammaire*, orthograph* | grammatik*, rechtschreib*
history, science, math | 과학, 수학, 역사 | 科学, 数学, 歴史 | 科学, 数学, 历史 | ciencia*, matemátic* | ciência*, matemátic* | science*, mathémati* | wissenschaft*, mathemati*
paper, research, study | 논문, 연구, 학술 | 論文, 研究, 学術 | 论文, 研究, 学术, 文献 | investigaci*, artículo*, estudio* | pesquis*, artigo*, estudo* | recherch*, article*, étude* | forschung*, studie*, arbeit*
music, song, track | 음악, 노래, 곡, 음원 | 音楽, 曲, 歌, 楽曲, ミュージック | 音乐, 歌曲, 歌, 曲子 | música*, canci*, tema* | música*, canç*, faixa* | musique*, chanson*, morceau* | musik*, lied, lieder*, song*
playlist, album | 재생목록, 플레이리스트, 앨범 | プレイリスト, アルバム, 再生リスト | 播放列表, 歌单, 专辑, 相册 | lista*, álbum* | playlist*, álbum*, álbuns | playlist*, album* | playlist*, wiedergabeliste*, album, alben
artist, singer, band | 가수, 아티스트, 밴드 | 歌手, アーティスト, バンド | 歌手, 艺术家, 艺人, 乐队 | artista*, cantante*, banda* | artista*, cantor*, banda* | artiste*, chanteu*, groupe* | künstler*, sänger*, band
lyrics | 가사 | 歌詞 | 歌词 | letra* | letra* | paroles | liedtext*, songtext*
radio, podcast | 라디오, 팟캐스트 | ラジオ, ポッドキャスト | 广播, 电台, 播客 | radio*, podcast* | rádio*, podcast* | radio*, podcast* | radio*, podcast*
movie, film | 영화 | 映画 | 电影, 影片 | película*, cine | filme*, cinema | film*, ciné* | film, filme*, kinofilm*
cinema, theater, showtime | 영화관, 극장, 상영, 상영시간, 상영관 | 映画館, 劇場, 上映, 上映時間 | 电影院, 影院, 剧院, 放映, 场次 | cine, cines, teatro*, función, cartelera | cinema*, teatro*, sessão | cinéma*, théâtre*, séance* | kino*, theater*, vorstellung*
series, show, episode, drama | 드라마, 시리즈, 에피소드, 방송, 예능, 프로그램 | ドラマ, シリーズ, エピソード, 番組 | 电视剧, 剧集, 节目, 集, 系列 | serie*, episodio*, capítulo*, programa* | série*, episódio*, capítulo*, programa* | série*, épisode*, émission* | serie*, folge*, episode*, sendung*
concert, performance, festival | 콘서트, 공연, 축제, 페스티벌 | コンサート, 公演, 祭り, フェスティバル, ライブ, お祭り | 音乐会, 演唱会, 演出, 节日, 音乐节 | concierto*, festival*, espectáculo* | show, shows, concerto*, festiva*, espetáculo* | concert*, festival*, spectacle* | konzert*, festival*, aufführung*
game, player | 게임, 플레이어, 선수 | ゲーム, プレイヤー, 選手 | 游戏, 玩家, 选手, 球员 | juego*, jugador* | jogo*, jogador* | jeu, jeux, joueu* | spiel*, spieler*
sport, soccer, football, baseball | 스포츠, 축구, 야구, 농구 | スポーツ, サッカー, 野球 | 体育, 足球, 棒球, 篮球 | deporte*, fútbol*, béisbol* | esporte*, futebol*, desporto* | sport*, football*, foot | sport*, fußball*
match, fixture, score | 경기, 시합, 경기 결과 | 試合, 対戦, スコア | 比赛, 赛事, 赛程, 比分 | partido*, encuentro*, marcador* | partida*, jogo*, placar* | match, matchs, rencontre* | spiel, partie, ergebnis*, spielstand*
league, tournament, ranking | 리그, 토너먼트, 대회, 순위, 랭킹 | リーグ, 大会, トーナメント, 順位, ランキング | 联赛, 锦标赛, 排名, 排行榜, 大赛 | liga*, torneo*, clasificaci*, ranking | liga*, torneio*, campeonato*, classificaç* | ligue*, tournoi*, classement* | liga*, turnier*, rangliste*, tabelle*
news, headline, press | 뉴스, 소식, 기사, 속보, 헤드라인 | ニュース, 新聞, 報道, 見出し, 速報 | 新闻, 消息, 头条, 报道 | noticia*, titular*, prensa* | notícia*, manchete*, imprensa* | actualité*, actu*, nouvelles, presse* | nachricht*, schlagzeile*, presse*
social, feed, tweet | 소셜, 피드, 트윗 | ソーシャル, フィード, ツイート, つぶやき | 社交, 动态, 朋友圈, 推文 | social*, red, tuit* | social*, rede, tuíte* | social*, réseau*, tweet* | sozial*, tweet*
follower, fan | 팔로워, 팬 | フォロワー, ファン | 粉丝, 关注者 | seguidor* | seguidor* | abonné*, fan* | follower*, fan*
trend, popular | 인기, 트렌드, 유행 | 人気, トレンド, 流行, 話題 | 热门, 流行, 趋势, 热搜 | tendencia*, popular* | tendência*, popular* | tendance*, populaire* | trend*, beliebt*
joke, fun, quote | 농담, 명언, 재미 | ジョーク, 冗談, 名言 | 笑话, 名言, 趣味 | chiste*, broma*, frase* | piada*, frase* | blague*, citation* | witz*, zitat*
person, people | 사람, 인물, 인원, 명 | 人, 人物, 人々, 人数 | 人, 人员, 人物, 人们 | persona*, gente | pessoa*, gente | personne*, gens | person*, leute, mensch*
family, parent, child, kid | 가족, 부모, 아이, 어린이, 자녀, 엄마, 아빠, 아들, 딸 | 家族, 両親, 子供, 子ども, 母, 父, 息子, 娘 | 家人, 家庭, 父母, 孩子, 儿童, 妈妈, 爸爸, 儿子, 女儿 | famili*, padre*, madre*, hijo*, hija*, niñ*, mamá, papá | famíli*, pai, pais, mãe, filh*, criança* | famill*, parent*, enfant*, fils, fille*, mère, père | famili*, eltern*, kind*, mutter*, vater*, sohn*, tochter*
friend | 친구 | 友達, 友人, 友だち | 朋友, 好友 | amig* | amig* | ami, amis, amie, amies | freund*
birthday, anniversary | 생일, 기념일 | 誕生日, 記念日 | 生日, 纪念日 | cumpleaños, aniversario* | aniversário* | anniversaire* | geburtstag*, jubiläum*
wedding, party | 결혼, 결혼식, 파티 | 結婚, 結婚式, パーティー | 婚礼, 结婚, 聚会, 派对 | boda*, fiesta* | casamento*, festa* | mariage*, fête* | hochzeit*, feier*, party*
name | 이름, 성명, 명칭 | 名前, 氏名, 名, 名称 | 名称, 名字, 姓名 | nombre* | nome* | nom, noms, prénom* | name, namen, vorname*
age, gender, birth | 나이, 성별, 출생 | 年齢, 性別, 生年月日, 歳 | 年龄, 性别, 出生 | edad*, género*, nacimiento* | idade*, gênero*, nascimento* | âge*, sexe*, naissance* | alter, geschlecht*, geburt*
clothes, fashion, shoes | 옷, 의류, 패션, 신발 | 服, 衣類, ファッション, 靴 | 衣服, 服装, 时尚, 鞋 | ropa*, moda*, zapato* | roupa*, moda*, sapato* | vêtement*, mode, chaussure* | kleidung*, mode, schuh*
hair, beauty, salon | 미용실, 머리, 미용, 헤어 | 美容院, 美容, 髪, 美容室, サロン | 美容, 理发, 美发, 发廊, 理发店 | peluquer*, belleza*, cabello*, pelo | cabeleireir*, beleza*, cabelo*, salão | coiffeu*, beauté*, cheveu* | friseur*, schönheit*, haar*
alarm, wake | 알람, 깨우다, 자명종 | アラーム, 目覚まし, 起こす, 起きる | 闹钟, 叫醒, 起床, 警报 | alarma*, despert*, despiért* | alarme*, despert*, acord* | alarme*, réveil* | wecker*, weck*, alarm*
timer, stopwatch, countdown | 타이머, 스톱워치 | タイマー, ストップウォッチ | 计时器, 定时器, 倒计时, 秒表, 计时 | temporizador*, cronómetro* | temporizador*, cronômetro*, timer* | minuteu*, chronomètre*, minuterie* | timer*, stoppuhr*, countdown*
`;
